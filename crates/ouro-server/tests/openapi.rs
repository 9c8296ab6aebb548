//! The document that clients and the page are made from.
#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::HashSet;

#[test]
fn the_page_has_the_document_of_the_service() {
    let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/openapi.json");
    let document = ouro_server::openapi().to_pretty_json().unwrap() + "\n";
    // `OURO_UPDATE=1 cargo test --package ouro-server --test openapi` writes it.
    if std::env::var_os("OURO_UPDATE").is_some() {
        std::fs::write(kept, &document).unwrap();
    }
    assert!(std::fs::read_to_string(kept).unwrap() == document, "web/openapi.json is out of date");
}

#[test]
fn every_reference_has_a_target() {
    let document = serde_json::to_value(ouro_server::openapi()).unwrap();
    let text = document.to_string();
    let references = text.split("\"$ref\":\"#").skip(1).map(|rest| rest.split('"').next().unwrap());
    let missing: HashSet<&str> =
        references.filter(|path| document.pointer(path).is_none()).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn every_operation_has_a_name_of_its_own() {
    let document = serde_json::to_value(ouro_server::openapi()).unwrap();
    let mut names = HashSet::new();
    for operations in document["paths"].as_object().unwrap().values() {
        for operation in operations.as_object().unwrap().values() {
            let name = operation["operationId"].as_str().unwrap().to_owned();
            assert!(names.insert(name.clone()), "{name} is there twice");
        }
    }
    assert!(names.len() > 20);
}

//! Structures are written as objects. Derived readers also take arrays with the fields in order, which no
//! document says and no client means.

use serde::de::{Deserialize, Deserializer, Visitor};
use serde::forward_to_deserialize_any;

/// A structure that was written as an object.
pub(crate) struct Object<T>(pub(crate) T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Object<T>, D::Error> {
        T::deserialize(AsObject(deserializer)).map(Object)
    }
}

/// Reads a structure, or one of several that a field tells apart, as a map, and everything else as it is.
struct AsObject<D>(D);

impl<'de, D: Deserializer<'de>> Deserializer<'de> for AsObject<D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        // This is how structures that a field tells apart are read.
        self.0.deserialize_map(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_map(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

/// For a field that is a structure.
pub(crate) fn one<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    Object::deserialize(deserializer).map(|Object(value)| value)
}

/// For a field that is a structure or nothing.
pub(crate) fn maybe<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    let found = Option::<Object<T>>::deserialize(deserializer)?;
    Ok(found.map(|Object(value)| value))
}

/// For a field that is a list of structures.
pub(crate) fn each<'de, D, T>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    let found = Vec::<Object<T>>::deserialize(deserializer)?;
    Ok(found.into_iter().map(|Object(value)| value).collect())
}

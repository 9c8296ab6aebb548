//! Has the program built anew when its page has changed, or is there for the first time.

fn main() {
    println!("cargo::rerun-if-changed=../../web/dist");
}

#![no_main]

#[path = "../parsers.rs"]
#[allow(dead_code)]
mod parsers;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    parsers::messages(data);
});

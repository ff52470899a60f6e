//! Python values as JSON and back, by Python's own reader and writer.

use pyo3::prelude::*;
use serde_json::Value;

use crate::errors::SpieltischError;

/// A Python value as text of JSON; a text is taken as it is.
pub fn text_of(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = value.extract::<String>() {
        return Ok(text);
    }
    let module = value.py().import("json")?;
    module.call_method1("dumps", (value,))?.extract()
}

/// A Python value as JSON.
pub fn value_of(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    let text: String = value.py().import("json")?.call_method1("dumps", (value,))?.extract()?;
    serde_json::from_str(&text).map_err(|error| SpieltischError::new_err(format!("not JSON: {error}")))
}

/// JSON as a Python value.
pub fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (value.to_string(),))
}

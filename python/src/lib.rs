//! The games for Python. The numbers are in [`encoding`]; the rest hands the one engine to Python.

mod batch;
mod dice;
pub mod encoding;
mod errors;
mod expert;
mod experts;
mod game;
mod json;
mod position;
mod rows;
mod setup;
mod state;

use pyo3::prelude::*;

/// The engine behind the package `spieltisch`.
#[pymodule]
fn _engine(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("ENCODING_VERSION", encoding::ENCODING_VERSION)?;
    module.add("CHANCE", state::CHANCE)?;
    module.add("OVER", state::OVER)?;
    module.add("SpieltischError", py.get_type::<errors::SpieltischError>())?;
    module.add("SetupError", py.get_type::<errors::SetupError>())?;
    module.add("RecordRefused", py.get_type::<errors::RecordRefused>())?;
    module.add("IllegalAction", py.get_type::<errors::IllegalAction>())?;
    module.add("ArrayError", py.get_type::<errors::ArrayError>())?;
    module.add_class::<game::Game>()?;
    module.add_class::<state::State>()?;
    module.add_class::<dice::Dice>()?;
    module.add_class::<batch::Rows>()?;
    module.add_class::<expert::Expert>()?;
    module.add_class::<expert::Valued>()?;
    module.add_function(wrap_pyfunction!(game::load, module)?)?;
    module.add_function(wrap_pyfunction!(game::games, module)?)?;
    module.add_function(wrap_pyfunction!(state::from_record, module)?)
}

//! The six reactions, drawn.

use spieltisch_core::INK;

/// A reaction in a square of 24.
pub fn markup(with: &str) -> String {
    let face = |rest: &str| {
        format!(
            r##"<circle cx="12" cy="12" r="10" fill="#eec06a" stroke="{INK}" stroke-width="1.2"/><g fill="none" stroke="{INK}" stroke-width="1.6" stroke-linecap="round">{rest}</g>"##
        )
    };
    match with {
        // An open hand with lines of sound beside it.
        "clap" => format!(
            r##"<g fill="#eec06a" stroke="{INK}" stroke-width="1.2" stroke-linejoin="round"><path d="M8 21c-2.6-1.6-4.2-5-5-8.2-.3-1.3 1.5-1.9 2.1-.7L6.600 15V6.600c0-1.500 2.200-1.500 2.300 0V4.800c0-1.500 2.300-1.500 2.400 0v1.400c.1-1.400 2.300-1.400 2.300.1v2c.2-1.300 2.200-1.200 2.200.3V14c0 4-1.600 7-4.600 7.400-1.200.2-2.300.1-3.200-.4z"/></g><g stroke="{INK}" stroke-width="1.600" stroke-linecap="round"><path d="M18.500 6.500l2.500-2M19.300 10l3-.5M18.800 13.300l2.700 1.400"/></g>"##
        ),
        "heart" => format!(
            r##"<path d="M12 21C5 15.600 2.500 12 2.500 8.400 2.500 5.500 4.700 3.500 7.300 3.500c1.900 0 3.700 1 4.700 2.900 1-1.900 2.800-2.900 4.700-2.900 2.600 0 4.800 2 4.800 4.900C21.500 12 19 15.600 12 21z" fill="#c8402a" stroke="{INK}" stroke-width="1.2"/>"##
        ),
        "laugh" => face(
            r##"<path d="M6.500 9.600l2-1.200 2 1.200M13.500 9.600l2-1.200 2 1.200"/><path d="M6.800 13h10.400c-.4 3-2.400 5-5.200 5s-4.800-2-5.200-5z" fill="#2a211a"/>"##,
        ),
        "wow" => face(r##"<path d="M8.500 9.200v.6M15.500 9.200v.6"/><circle cx="12" cy="15.800" r="2.300" fill="#2a211a"/>"##),
        "sad" => face(
            r##"<path d="M8.500 10v.6M15.500 10v.6M8 17.400c2-2.300 6-2.300 8 0"/><path d="M17 12.400c1.400 2 1.400 3.300 0 3.300s-1.400-1.300 0-3.300z" fill="#3a86b8" stroke="none"/>"##,
        ),
        _ => format!(
            r##"<circle cx="12" cy="12.500" r="9.500" fill="#fdf6e6" stroke="{INK}" stroke-width="1.4"/><path d="M12 7v5.500l3.600 2.400M9.500 1.500h5" fill="none" stroke="{INK}" stroke-width="1.600" stroke-linecap="round"/>"##
        ),
    }
}

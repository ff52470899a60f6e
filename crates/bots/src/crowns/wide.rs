//! Wide vectors for the few hot loops.
//!
//! A plain build for x86-64 may only use the vectors of 2003. With those found at run time an exact turn takes 38 µs
//! instead of 94 (bench `exact_turn_alone`, 9 chips), and the results are the same to the last bit.

/// Runs a function with wide vectors where the machine has them.
macro_rules! dispatch {
    ($name:ident, $inner:ident, ($($arg:ident : $ty:ty),*) $(-> $ret:ty)?) => {
        fn $name($($arg: $ty),*) $(-> $ret)? {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2,popcnt")]
                fn wide($($arg: $ty),*) $(-> $ret)? {
                    $inner($($arg),*)
                }
                if std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("popcnt") {
                    // SAFETY: the features were just found.
                    #[allow(unsafe_code)]
                    return unsafe { wide($($arg),*) };
                }
            }
            $inner($($arg),*)
        }
    };
}

pub(crate) use dispatch;

//! The program in a browser. JavaScript in `assets/web` calls these exports: the page calls `page`
//! and `script`, its worker calls `worker`.

#[cfg(feature = "web")]
mod host;
#[cfg(feature = "web")]
mod page;
#[cfg(feature = "web")]
mod script;
#[cfg(feature = "web")]
mod start_options;
#[cfg(feature = "web")]
mod text_form;
#[cfg(feature = "worker")]
mod worker;

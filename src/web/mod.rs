//! The program in a browser. JavaScript (`assets/web`) calls what is exported here: the page the table, the page's worker the searches.

#[cfg(feature = "web")]
mod host;
#[cfg(feature = "web")]
mod page;
#[cfg(feature = "web")]
mod script;
#[cfg(feature = "web")]
mod wanted;
#[cfg(feature = "worker")]
mod worker;

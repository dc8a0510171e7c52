//! Serialises an `Arc` as its contents.

use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub(super) fn serialize<T: Serialize, S: Serializer>(value: &Option<Arc<T>>, serializer: S) -> Result<S::Ok, S::Error> {
    value.as_deref().serialize(serializer)
}

pub(super) fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Arc<T>>, D::Error> {
    Ok(Option::deserialize(deserializer)?.map(Arc::new))
}

//! Pages for the operator: the health of the server and its metrics.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::middleware::map_response;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Value, json};

use super::error_body::json_errors;
use super::site::Site;

/// The content type of the metrics.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The routes of the operator's own listener.
pub(crate) fn operator_routes(site: Arc<Site>) -> Router {
    Router::new()
        .route("/metrics", get(metrics))
        .route("/health", get(health))
        .layer(map_response(json_errors))
        .with_state(site)
}

/// 200, or 503 with an `error` during a problem with the storage; with the number of rooms in
/// memory.
pub(super) async fn health(State(site): State<Arc<Site>>) -> Response {
    let rooms = site.rooms.awake();
    match site.rooms.health().await {
        Ok(()) => Json(json!({ "rooms": rooms })).into_response(),
        Err(error) => {
            (StatusCode::SERVICE_UNAVAILABLE, Json(json!({ "rooms": rooms, "error": error }))).into_response()
        }
    }
}

/// 200 while the server runs. This is for proxies: players can finish their matches even on a
/// nearly full disk.
pub(super) async fn alive() -> Json<Value> {
    Json(json!({ "alive": true }))
}

async fn metrics(State(site): State<Arc<Site>>) -> Response {
    let snapshot = site.rooms.snapshot(site.open()).await;
    ([(header::CONTENT_TYPE, OPEN_METRICS)], site.rooms.metrics.text(&snapshot)).into_response()
}

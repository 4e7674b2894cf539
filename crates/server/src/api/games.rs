//! The games of the house.

use crate::house::House;
use crate::problem::{Answered, Code, problem};
use crate::seen::rules;
use axum::Json;
use axum::extract::{Path, State};
use std::sync::Arc;
use tercet_protocol::live::{GameInfo, Problem};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<Arc<House>> {
    OpenApiRouter::new().routes(routes!(games)).routes(routes!(game))
}

/// The games that tables of this house can be set to.
#[utoipa::path(get, path = "/api/v1/games", tag = "games", responses((status = 200, body = [GameInfo])))]
async fn games(State(house): State<Arc<House>>) -> Json<Vec<GameInfo>> {
    Json(house.games.all().map(|file| GameInfo::of(&file.game, &rules(&file.rules))).collect())
}

/// A game: what may be bet, and what it pays.
#[utoipa::path(get, path = "/api/v1/games/{game}", tag = "games",
    params(("game" = String, Path, description = "Its id, or the hash of its rules")),
    responses((status = 200, body = GameInfo), (status = 404, body = Problem)))]
async fn game(State(house): State<Arc<House>>, Path(game): Path<String>) -> Result<Json<GameInfo>, Answered> {
    let file = house.games.find(&game).ok_or_else(|| problem(Code::NotFound, house.games.none(&game)))?;
    Ok(Json(GameInfo::of(&file.game, &rules(&file.rules))))
}

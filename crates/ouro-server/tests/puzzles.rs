//! Puzzles: what is revealed when, which attempts count, and what they change. No test depends on a certain puzzle.
#![allow(clippy::unwrap_used, missing_docs)]

mod support;

use std::collections::HashSet;

use ouro_puzzles::Puzzle;
use ouro_rules::{Position, Variant};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use support::{Client, TestServer};

/// Returns the identifier of a puzzle in an answer.
fn id(puzzle: &Value) -> String {
    puzzle["id"].as_str().unwrap().to_owned()
}

/// Chooses a puzzle that the client has not attempted.
async fn next(client: &Client) -> String {
    id(&client.get("/puzzles/next").await["puzzle"])
}

/// Returns the solver's moves of a solution.
async fn solution(client: &Client, id: &str) -> Vec<String> {
    let solution = client.get(&format!("/puzzles/{id}/solution")).await;
    let moves = solution["moves"].as_array().unwrap().iter().step_by(2);
    moves.map(|uci| uci.as_str().unwrap().to_owned()).collect()
}

/// Returns a legal move that is neither the solution nor mate.
async fn mistake(client: &Client, id: &str) -> String {
    let puzzle = client.get(&format!("/puzzles/{id}")).await;
    let fen = puzzle["fen"].as_str().unwrap();
    let mut position = Position::from_fen(fen, Variant::SelfCapture).unwrap();
    position.play_unchecked(position.parse_uci(puzzle["move"].as_str().unwrap()).unwrap());
    let right = solution(client, id).await.remove(0);
    let legal = position.legal_moves().into_iter();
    let mut ucis = legal.filter(|&mv| !position.san(mv).ends_with('#')).map(|mv| position.uci(mv));
    ucis.find(|uci| *uci != right).unwrap()
}

async fn attempt(client: &Client, id: &str, moves: &[String], hints: u32) -> Value {
    let body = json!({ "moves": moves, "hints": hints });
    client.post(&format!("/puzzles/{id}/attempts"), body).await
}

async fn solve(client: &Client, id: &str) -> Value {
    let moves = solution(client, id).await;
    let result = attempt(client, id, &moves, 0).await;
    assert_eq!(result["solved"], true, "{result}");
    result
}

async fn fail(client: &Client, id: &str) -> Value {
    let result = attempt(client, id, &[mistake(client, id).await], 0).await;
    assert_eq!(result["solved"], false, "{result}");
    result
}

#[tokio::test]
async fn the_daily_puzzle_is_the_same_for_everybody_and_in_every_process() {
    let (one, other) = (TestServer::start().await, TestServer::start().await);
    let clients = [one.client(), one.client(), other.client()];
    // Some of them have attempted puzzles.
    for client in &clients[..2] {
        let id = next(client).await;
        fail(client, &id).await;
    }
    loop {
        let mut daily = Vec::new();
        for client in &clients {
            let answer = client.get("/puzzles/daily").await;
            daily.push((answer["date"].clone(), id(&answer["puzzle"])));
        }
        // It may be midnight.
        if daily.iter().all(|(date, _)| *date == daily[0].0) {
            assert!(daily.iter().all(|(_, id)| *id == daily[0].1), "{daily:?}");
            break;
        }
    }
}

#[tokio::test]
async fn a_puzzle_comes_without_its_solution() {
    let server = TestServer::start().await;
    let client = server.client();
    let daily = client.get("/puzzles/daily").await["puzzle"].clone();
    let next = client.get("/puzzles/next").await["puzzle"].clone();
    let single = client.get(&format!("/puzzles/{}", id(&next))).await;
    assert_eq!(single, next);
    for puzzle in [daily, next] {
        let fields: Vec<&String> = puzzle.as_object().unwrap().keys().collect();
        assert_eq!(fields, ["fen", "id", "move", "plays", "rating", "solver"]);
        let solution = client.get(&format!("/puzzles/{}/solution", id(&puzzle))).await;
        let mut position =
            Position::from_fen(puzzle["fen"].as_str().unwrap(), Variant::SelfCapture).unwrap();
        position.play_unchecked(position.parse_uci(puzzle["move"].as_str().unwrap()).unwrap());
        assert_eq!(puzzle["solver"], position.turn().to_string().to_lowercase());
        for uci in solution["moves"].as_array().unwrap() {
            position.play_unchecked(position.parse_uci(uci.as_str().unwrap()).unwrap());
        }
        assert!(!solution["themes"].as_array().unwrap().is_empty());
        assert!(solution["explanation"]["text"].as_str().unwrap().ends_with('.'));
        assert!(!solution["explanation"]["code"].as_str().unwrap().is_empty());
    }
}

#[tokio::test]
async fn of_a_hundred_clients_in_parallel_each_is_counted_once() {
    let mut servers = vec![TestServer::start().await];
    let database = servers[0].database.clone();
    if database.starts_with("postgres") {
        // Half of the clients use another process.
        servers.push(TestServer::on(&database, |_| {}).await);
    }
    let host = servers[0].client();
    let [puzzle, other] = {
        let first = next(&host).await;
        fail(&host, &first).await;
        [next(&host).await, first]
    };
    let moves = solution(&host, &puzzle).await;
    let wrong = mistake(&host, &puzzle).await;
    let tasks = (0..100).map(|number| {
        let client = servers[number % servers.len()].client();
        let (puzzle, other, moves, wrong) =
            (puzzle.clone(), other.clone(), moves.clone(), wrong.clone());
        tokio::spawn(async move {
            // The first attempt of all gives the client its cookie.
            attempt(&client, &other, &[], 1).await;
            let is_right = number % 3 == 0;
            let moves = if is_right { moves } else { vec![wrong] };
            // The same attempt four times at the same time.
            let requests = [(); 4].map(|()| attempt(&client, &puzzle, &moves, 0));
            let results = futures_util::future::join_all(requests).await;
            assert!(results.iter().all(|result| *result == results[0]), "{results:?}");
            assert_eq!(
                (&results[0]["rated"], &results[0]["streak"]),
                (&json!(true), &json!(i32::from(is_right)))
            );
            let me = client.get("/puzzles/me").await;
            assert_eq!(
                (&me["attempts"], &me["history"].as_array().unwrap().len()),
                (&json!(2), &1)
            );
        })
    });
    for task in tasks.collect::<Vec<_>>() {
        task.await.unwrap();
    }
    let after = host.get(&format!("/puzzles/{puzzle}")).await;
    assert_eq!(after["plays"], 100);
    let mut stored = 0;
    for server in &servers {
        let metrics = reqwest::get(format!("http://{}/metrics", server.address)).await.unwrap();
        let text = metrics.text().await.unwrap();
        let mut counts =
            text.lines().filter_map(|line| line.strip_prefix("ouro_puzzle_attempts_total "));
        stored += counts.next().unwrap().parse::<u32>().unwrap();
    }
    assert_eq!(stored, 201);
}

#[tokio::test]
async fn only_the_first_attempt_is_rated_and_only_without_hints() {
    let server = TestServer::start().await;
    let client = server.client();
    let first = next(&client).await;
    let before = client.get(&format!("/puzzles/{first}")).await;
    let failed = fail(&client, &first).await;
    assert_eq!(failed["rated"], true);
    assert_eq!(failed["before"], json!({ "rating": 1500, "deviation": 350 }));
    assert!(failed["after"]["rating"].as_i64().unwrap() < 1_500);
    assert!(failed["after"]["deviation"].as_i64().unwrap() < 350);
    assert!(failed["puzzle_rating"]["rating"].as_i64() > before["rating"].as_i64());
    let after = client.get(&format!("/puzzles/{first}")).await;
    assert_eq!(
        (&after["rating"], &after["plays"]),
        (&failed["puzzle_rating"]["rating"], &json!(1))
    );

    let again = solve(&client, &first).await;
    assert_eq!(again["rated"], false);
    assert_eq!((&again["before"], &again["after"]), (&failed["after"], &failed["after"]));
    assert_eq!(client.get(&format!("/puzzles/{first}")).await, after);

    let second = next(&client).await;
    assert_ne!(second, first);
    let moves = solution(&client, &second).await;
    let before = client.get(&format!("/puzzles/{second}")).await;
    let hinted = attempt(&client, &second, &moves, 1).await;
    assert_eq!((&hinted["solved"], &hinted["rated"]), (&json!(true), &json!(false)));
    assert_eq!(hinted["after"], failed["after"]);
    // Without hints it is not the first attempt any more.
    assert_eq!(solve(&client, &second).await["rated"], false);
    let after = client.get(&format!("/puzzles/{second}")).await;
    assert_eq!((&after["rating"], &after["plays"]), (&before["rating"], &json!(1)));

    let third = next(&client).await;
    let solved = solve(&client, &third).await;
    assert_eq!((&solved["rated"], &solved["streak"]), (&json!(true), &json!(1)));
    assert!(solved["after"]["rating"].as_i64() > solved["before"]["rating"].as_i64());
    let me = client.get("/puzzles/me").await;
    assert_eq!((&me["attempts"], &me["solved"]), (&json!(5), &json!(4)));
    assert_eq!((&me["streak"], &me["best_streak"]), (&json!(1), &json!(1)));
    assert_eq!(me["rating"], solved["after"]["rating"]);
    let graph = me["history"].as_array().unwrap();
    let ratings: Vec<&Value> = graph.iter().map(|point| &point["rating"]).collect();
    assert_eq!(ratings, [&failed["after"]["rating"], &solved["after"]["rating"]]);
}

#[tokio::test]
async fn a_repeated_request_counts_once_and_has_the_same_response() {
    let server = TestServer::start().await;
    let client = server.client();
    let puzzle = next(&client).await;
    let url = format!("{}/puzzles/{puzzle}/attempts", client.base);
    let send = async |key: &str, moves: &[String]| {
        let request = client.http.post(&url).header("idempotency-key", key);
        let response = request.json(&json!({ "moves": moves })).send().await.unwrap();
        assert_eq!(response.status(), 200);
        response.json::<Value>().await.unwrap()
    };
    let count = async || client.get("/puzzles/me").await["attempts"].clone();
    let moves = solution(&client, &puzzle).await;
    let first = send("a", &[]).await;
    assert_eq!(first["solved"], false);
    let solved = send("b", &moves).await;
    assert_eq!(solved["solved"], true);
    // A late repetition of the first request.
    assert_eq!(send("a", &[]).await, first);
    assert_eq!(send("b", &moves).await, solved);
    assert_eq!(count().await, 2);
    // Another key is another attempt, and so are other moves without a key.
    assert_eq!(send("c", &moves).await["solved"], true);
    assert_eq!(count().await, 3);
    solve(&client, &puzzle).await;
    assert_eq!(count().await, 3);
    fail(&client, &puzzle).await;
    assert_eq!(count().await, 4);
    // A key belongs to one puzzle.
    let other = next(&client).await;
    let path = format!("/puzzles/{other}/attempts");
    let request = client.http.post(format!("{}{path}", client.base)).header("idempotency-key", "a");
    let response: Value =
        request.json(&json!({ "moves": [] })).send().await.unwrap().json().await.unwrap();
    assert_eq!(response["puzzle"], other);
    let long = client.http.post(&url).header("idempotency-key", "k".repeat(65));
    assert_eq!(long.json(&json!({ "moves": [] })).send().await.unwrap().status(), 400);
}

#[tokio::test]
async fn bad_input_is_refused_with_one_sentence_and_changes_nothing() {
    let server = TestServer::start().await;
    let client = server.client();
    let puzzle = next(&client).await;
    let path = format!("/puzzles/{puzzle}/attempts");
    let moves = solution(&client, &puzzle).await;
    let wrong = mistake(&client, &puzzle).await;
    let too_many = [moves.clone(), moves].concat();
    for (path, body, status, code) in [
        ("/puzzles/00000000/attempts", json!({ "moves": [] }), 404, "not_found"),
        ("/puzzles/%00/attempts", json!({ "moves": [] }), 404, "not_found"),
        (&path, json!({ "moves": ["a1a9"] }), 422, "illegal_move"),
        (&path, json!({ "moves": ["e1e8é"] }), 422, "illegal_move"),
        (&path, json!({ "moves": [""] }), 422, "illegal_move"),
        (&path, json!({ "moves": ["x".repeat(100_000)] }), 422, "illegal_move"),
        (&path, json!({ "moves": too_many }), 400, "bad_request"),
        (&path, json!({ "moves": vec![wrong; 50] }), 400, "bad_request"),
        (&path, json!({ "moves": [], "hints": 101 }), 422, "out_of_range"),
        (&path, json!({ "moves": [], "hints": -1 }), 400, "bad_request"),
        (&path, json!({ "moves": [7] }), 400, "bad_request"),
        (&path, json!({ "moves": "e2e4" }), 400, "bad_request"),
        (&path, json!({}), 400, "bad_request"),
        (&path, json!({ "moves": [], "solved": true }), 400, "bad_request"),
    ] {
        let problem = client.refused(path, body, status, code).await;
        let detail = problem["detail"].as_str().unwrap();
        assert!((1..300).contains(&detail.len()) && !detail.contains('\n'), "{detail}");
    }
    for (path, status, detail) in [
        ("/puzzles/00000000", 404, "there is no such puzzle"),
        ("/puzzles/00000000/solution", 404, "there is no such puzzle"),
        ("/puzzles/next?theme=fun", 400, "'fun' is not a theme"),
        (
            "/puzzles/next?difficulty=hard",
            400,
            "the parameter 'difficulty' must be one of: easiest, easier, normal, harder, hardest",
        ),
        ("/puzzles/attempts?limit=0", 422, "limit is from 1 to 100"),
        ("/puzzles/attempts?after=x", 400, "'after' is not the 'next' of a previous page"),
        ("/puzzles/attempts?failed=maybe", 400, "the parameter 'failed' is not valid"),
        ("/puzzles/mate-or-not?count=101", 422, "count is from 1 to 100"),
        ("/puzzles/mate-or-not?after=1-2", 400, "'after' is not the 'next' of a previous page"),
    ] {
        let (got, problem) = client.call(Method::GET, path, None).await;
        assert_eq!((got.as_u16(), &problem["detail"]), (status, &json!(detail)), "{path}");
    }
    assert_eq!(client.get(&format!("/puzzles/{puzzle}")).await["plays"], 0);
    let me = client.get("/puzzles/me").await;
    assert_eq!((&me["attempts"], &me["rating"]), (&json!(0), &json!(1500)));
}

#[tokio::test]
async fn failed_puzzles_are_replayed_until_they_are_solved() {
    let server = TestServer::start().await;
    let client = server.client();
    let none = json!({ "puzzle": null, "left": 0 });
    assert_eq!(client.get("/puzzles/replay").await, none);
    let mut failed = Vec::new();
    for _ in 0..2 {
        let id = next(&client).await;
        fail(&client, &id).await;
        failed.push(id);
    }
    let good = next(&client).await;
    solve(&client, &good).await;
    let replay = async || {
        let answer = client.get("/puzzles/replay").await;
        (answer["puzzle"]["id"].clone(), answer["left"].clone())
    };
    assert_eq!(replay().await, (json!(failed[0]), json!(2)));
    // Failing again puts it to the end.
    attempt(&client, &failed[0], &[], 0).await;
    assert_eq!(replay().await, (json!(failed[1]), json!(2)));
    solve(&client, &failed[1]).await;
    assert_eq!(replay().await, (json!(failed[0]), json!(1)));
    solve(&client, &failed[0]).await;
    assert_eq!(client.get("/puzzles/replay").await, none);
    assert_eq!(server.client().get("/puzzles/replay").await, none);
}

#[tokio::test]
async fn the_history_has_pages_and_survives_puzzles_that_vanish() {
    let server = TestServer::start().await;
    let client = server.client();
    let mut played = Vec::new();
    for number in 0..5 {
        let id = next(&client).await;
        if number % 2 == 0 {
            solve(&client, &id).await;
        } else {
            fail(&client, &id).await;
        }
        played.insert(0, id);
    }
    let page = async |query: &str| {
        let page = client.get(&format!("/puzzles/attempts{query}")).await;
        let ids: Vec<String> = page["attempts"]
            .as_array()
            .unwrap()
            .iter()
            .map(|attempt| attempt["puzzle"].as_str().unwrap().to_owned())
            .collect();
        (ids, page["next"].as_str().map(str::to_owned))
    };
    assert_eq!(page("").await, (played.clone(), None));
    let (first, cursor) = page("?limit=3").await;
    let (second, end) = page(&format!("?limit=3&after={}", cursor.unwrap())).await;
    assert_eq!(([first, second].concat(), end), (played.clone(), None));
    assert_eq!(page("?failed=true").await.0, [played[1].clone(), played[3].clone()]);
    assert_eq!(server.client().get("/puzzles/attempts").await["attempts"], json!([]));

    let csv = client.get("/puzzles/attempts.csv").await;
    let rows: Vec<Vec<&str>> =
        csv.as_str().unwrap().lines().map(|line| line.split(',').collect()).collect();
    let header =
        ["PuzzleId", "Time", "Moves", "Solved", "Rated", "Hints", "Rating", "RatingDeviation"];
    assert_eq!(rows[0], header);
    assert_eq!(rows[1..].iter().map(|row| row[0]).collect::<Vec<_>>(), played);
    assert_eq!(rows[1][3..6], ["yes", "yes", "0"]);
    assert_eq!(rows[2][3..6], ["no", "yes", "0"]);
    assert!(rows[1][1].ends_with('Z'), "{}", rows[1][1]);

    let vanish =
        format!("UPDATE puzzle_attempts SET puzzle = '00000000' WHERE puzzle = '{}'", played[1]);
    let vanish = sqlx::AssertSqlSafe(vanish);
    if server.database.starts_with("postgres") {
        let pool = sqlx::PgPool::connect(&server.database).await.unwrap();
        sqlx::raw_sql(vanish).execute(&pool).await.unwrap();
        pool.close().await;
    } else {
        let pool = sqlx::SqlitePool::connect(&server.database).await.unwrap();
        sqlx::raw_sql(vanish).execute(&pool).await.unwrap();
        pool.close().await;
    }
    let listed = client.get("/puzzles/attempts").await;
    let exists: Vec<&Value> =
        listed["attempts"].as_array().unwrap().iter().map(|attempt| &attempt["exists"]).collect();
    assert_eq!(exists, [true, false, true, true, true]);
    // It is not replayed, and everything else is as before.
    let replay = client.get("/puzzles/replay").await;
    assert_eq!((&replay["puzzle"]["id"], &replay["left"]), (&json!(played[3]), &json!(1)));
    assert_eq!(client.get("/puzzles/me").await["attempts"], 5);
    let id = next(&client).await;
    solve(&client, &id).await;
}

#[tokio::test]
async fn attempts_survive_a_restart() {
    let server = TestServer::start().await;
    let client = server.client();
    let puzzle = next(&client).await;
    let solved = solve(&client, &puzzle).await;
    let database = server.database.clone();
    let _folder = server.stop().await;
    let server = TestServer::on(&database, |_| {}).await;
    let client = Client { base: server.client().base, ..client };
    assert_eq!(client.get("/puzzles/me").await["rating"], solved["after"]["rating"]);
    let after = client.get(&format!("/puzzles/{puzzle}")).await;
    assert_eq!(
        (&after["rating"], &after["plays"]),
        (&solved["puzzle_rating"]["rating"], &json!(1))
    );
    assert_eq!(solve(&client, &puzzle).await, solved);
}

#[tokio::test]
async fn solving_the_daily_puzzle_begins_a_streak() {
    let server = TestServer::start().await;
    let client = server.client();
    let daily = id(&client.get("/puzzles/daily").await["puzzle"]);
    let state = async || client.get("/puzzles/me").await["daily"].clone();
    assert_eq!(fail(&client, &daily).await["daily_streak"], 0);
    assert_eq!(state().await, json!({ "current": 0, "best": 0, "solved_today": false }));
    assert_eq!(solve(&client, &daily).await["daily_streak"], 1);
    assert_eq!(state().await, json!({ "current": 1, "best": 1, "solved_today": true }));
    let other = next(&client).await;
    assert_eq!(solve(&client, &other).await["daily_streak"], 1);
}

#[tokio::test]
async fn the_themes_are_those_of_the_data_file_and_select_puzzles() {
    let server = TestServer::start().await;
    let client = server.client();
    let csv = client.get("/puzzles.csv").await;
    let puzzles = Puzzle::read_csv(csv.as_str().unwrap()).unwrap();
    let list = client.get("/puzzles/themes").await;
    assert_eq!(list["puzzles"], puzzles.len());
    let themes = list["themes"].as_array().unwrap();
    let rarest = themes.iter().min_by_key(|theme| theme["puzzles"].as_u64()).unwrap();
    for theme in themes {
        let name = theme["theme"].as_str().unwrap();
        let having = puzzles.iter().filter(|p| p.themes.iter().any(|theme| theme.code() == name));
        assert_eq!(theme["puzzles"], having.count(), "{name}");
    }
    let name = rarest["theme"].as_str().unwrap();
    let chosen = client.get(&format!("/puzzles/next?theme={name}&difficulty=hardest")).await;
    assert_eq!(chosen["left"], rarest["puzzles"]);
    let solution = client.get(&format!("/puzzles/{}/solution", id(&chosen["puzzle"]))).await;
    assert!(solution["themes"].as_array().unwrap().contains(&json!(name)));
}

#[tokio::test]
async fn the_data_file_has_current_ratings() {
    let server = TestServer::start().await;
    let client = server.client();
    let puzzle = next(&client).await;
    let failed = fail(&client, &puzzle).await;
    let response = reqwest::get(format!("{}/puzzles.csv", client.base)).await.unwrap();
    assert_eq!(response.status(), StatusCode::OK);
    assert_eq!(response.headers()["content-type"], "text/csv; charset=utf-8");
    assert_eq!(response.headers()["cache-control"], "public, max-age=3600");
    let puzzles = Puzzle::read_csv(&response.text().await.unwrap()).unwrap();
    let file = include_str!("../../../data/puzzles/selfcapture.csv");
    for (current, shipped) in puzzles.iter().zip(Puzzle::read_csv(file).unwrap()) {
        if current.id().to_string() == puzzle {
            assert_eq!(failed["puzzle_rating"]["rating"], current.rating);
            assert_eq!(current.plays, 1);
        } else {
            assert_eq!(*current, shipped);
        }
    }
}

#[tokio::test]
async fn mate_or_not_lists_every_position_at_most_once() {
    let server = TestServer::start().await;
    let client = server.client();
    let (mut ids, mut mates) = (HashSet::new(), 0);
    let mut path = "/puzzles/mate-or-not?count=100".to_owned();
    loop {
        let page = client.get(&path).await;
        for row in page["positions"].as_array().unwrap() {
            assert!(ids.insert(id(row)), "{row}");
            let fen = row["fen"].as_str().unwrap();
            let mut position = Position::from_fen(fen, Variant::SelfCapture).unwrap();
            position.play_unchecked(position.parse_uci(row["move"].as_str().unwrap()).unwrap());
            assert!(position.in_check());
            let is_mate = !position.has_legal_moves();
            let code = row["explanation"]["code"].as_str().unwrap();
            assert_eq!(is_mate, code == "all_protected", "{row}");
            mates += usize::from(is_mate);
        }
        let Some(next) = page["next"].as_str() else { break };
        path = format!("/puzzles/mate-or-not?count=100&after={next}");
    }
    assert_eq!(2 * mates, ids.len());
    let [one, other] =
        [client.get("/puzzles/mate-or-not").await, client.get("/puzzles/mate-or-not").await];
    assert_eq!(one["positions"].as_array().unwrap().len(), 20);
    assert_ne!(one, other);
}

//! Names of tags.

/// The tags of the PGN standard and of common programs and sites, in alphabetical order.
#[rustfmt::skip]
const KNOWN: [&str; 86] = [
    "Annotator", "Black", "BlackACPL", "BlackAccuracy", "BlackClock", "BlackElo", "BlackFideId",
    "BlackIsComp", "BlackNA", "BlackRD", "BlackRatingDiff", "BlackTeam", "BlackTeamCountry",
    "BlackTimeControl", "BlackTitle", "BlackType", "BlackUSCF", "Board", "ChapterMode",
    "ChapterName", "ChapterURL", "CurrentPosition", "Date", "ECO", "ECOUrl", "EndDate", "EndTime",
    "Event", "EventCategory", "EventCountry", "EventDate", "EventRounds", "EventSponsor",
    "EventType", "FEN", "FICSGamesDBGameNo", "GameDuration", "GameEndTime", "GameId",
    "GameStartTime", "LichessURL", "Link", "Mode", "NIC", "Number", "Opening", "Orientation",
    "PlyCount", "Result", "Round", "SetUp", "Settings", "Site", "Source", "SourceDate",
    "SourceTitle", "SourceVersion", "SourceVersionDate", "StartTime", "StudyName", "SubVariation",
    "Termination", "Time", "TimeControl", "TimeIncrement", "Timezone", "UTCDate", "UTCTime",
    "Variant", "Variation", "White", "WhiteACPL", "WhiteAccuracy", "WhiteClock", "WhiteElo",
    "WhiteFideId", "WhiteIsComp", "WhiteNA", "WhiteRD", "WhiteRatingDiff", "WhiteTeam",
    "WhiteTeamCountry", "WhiteTimeControl", "WhiteTitle", "WhiteType", "WhiteUSCF",
];

/// Returns `true` if a tag is in common use.
pub(super) fn is_known(name: &str) -> bool {
    KNOWN.binary_search(&name).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted() {
        assert!(KNOWN.is_sorted());
        assert!(is_known("White") && !is_known("Colour"));
    }
}

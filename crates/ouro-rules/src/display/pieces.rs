//! SVG paths of the pieces, on a square of 45 by 45 units.

use crate::Role;

/// The outline of a piece and the lines drawn on it, as SVG path data.
pub(super) struct Drawing {
    pub(super) outline: &'static str,
    pub(super) lines: &'static str,
}

const BASE: &str = "M10 39.5h25v-3.2q0-2-2-2.3H12q-2 .3-2 2.3z";

/// Returns the base that all pieces share.
pub(super) const fn base() -> &'static str {
    BASE
}

/// Returns the drawing of a piece.
pub(super) const fn drawing(role: Role) -> Drawing {
    match role {
        Role::Pawn => Drawing {
            outline: "M22.5 10a5.6 5.6 0 0 0-3.3 10.1h-3.4v2.6h3.5q-.2 6.6-5.3 11.3h17\
                q-5.1-4.7-5.3-11.3h3.5v-2.6h-3.4A5.6 5.6 0 0 0 22.5 10z",
            lines: "M18.6 22.7h7.8",
        },
        Role::Knight => Drawing {
            outline: "M14 34q-.6-6.3 4.6-10.8 2.3-2 2.5-3.9-2.3 1.3-4.6 1.3\
                -1.3 2.8-3.9 3.2-3.2.2-3.5-2.9.4-2.6 2.3-4.9 1-1.4 1.3-3.4\
                .9-3.2 3.4-4.7l.4-3.2 2.9 2.2 2.5-2.6 1.5 2.9q8.8 2.4 9.6 13.7\
                .4 6.7-1 13.1z",
            lines: "M17.2 13.6l1.6-.5M11.3 20.6l.7-.5",
        },
        Role::Bishop => Drawing {
            outline: "M22.5 6.2a2.5 2.5 0 0 0-1.9 4.1q-6.3 5.4-5.3 11 .5 2.3 2.9 3.9h-2.4\
                v2.6h2.6q-.6 3.9-4.1 6.2h16.4q-3.5-2.3-4.1-6.2h2.6v-2.6h-2.4q2.4-1.6 2.9-3.9\
                ,1-5.6-5.3-11a2.5 2.5 0 0 0-1.9-4.1z",
            lines: "M22.5 14.6v6.2M19.4 17.5h6.2M18.2 25.2h8.6M18.4 27.8h8.2",
        },
        Role::Rook => Drawing {
            outline: "M12.5 8.5v6.3l3.2 2.9q.4 9.3-2.2 16.3h18q-2.6-7-2.2-16.3l3.2-2.9V8.5h-4.3\
                v3h-3.5v-3h-4.4v3h-3.5v-3z",
            lines: "M15.7 17.7h13.6M12.9 14.6h19.2M14.7 30.5h15.6",
        },
        Role::Queen => Drawing {
            outline: "M22.5 5.8a2.6 2.6 0 0 0-1.5 4.7l-3.1 9.2-5.1-7.1a2.5 2.5 0 1 0-2.7 1.3\
                L13.5 34h18l3.4-20.1a2.5 2.5 0 1 0-2.7-1.3l-5.1 7.1-3.1-9.2a2.6 2.6 0 0 0-1.5-4.7z",
            lines: "M13.2 27.5q9.3-2.4 18.6 0M13.8 31q8.7-2 17.4 0",
        },
        Role::King => Drawing {
            outline: "M21.2 4.5v2.7h-2.7v2.6h2.7v3.4q-2 .9-2.7 2.9-8.6-3.5-10.8 3-1.7 6.9 5.8 11.9v3h18\
                v-3q7.5-5 5.8-11.9-2.2-6.5-10.8-3-.7-2-2.7-2.9V9.8h2.7V7.2h-2.7V4.5z",
            lines: "M22.5 16.5v13M13.5 31q9-3.2 18 0",
        },
    }
}

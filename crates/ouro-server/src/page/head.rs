//! The head of a page: its title and what other sites show of a link to it.

use std::fmt::Write as _;

use crate::origin::Origin;

/// The comments in `index.html` between which the head is inserted.
const BEGIN: &str = "<!-- head -->";
const END: &str = "<!-- /head -->";

/// The width and the height of images.
pub(super) const IMAGE_SIZE: (u32, u32) = (1200, 630);

/// The head of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) title: String,
    pub(super) description: String,
    /// The path that search engines list.
    pub(super) path: String,
    /// The path and the query of an image.
    pub(super) image: String,
    /// What the image shows.
    pub(super) image_text: String,
    /// Whether search engines may list the page.
    pub(super) indexed: bool,
    /// Whether there is nothing at the address.
    pub(super) missing: bool,
}

impl Head {
    /// Returns the head of a page that says that there is nothing at its address.
    pub(super) fn not_found() -> Head {
        Head {
            title: "Page not found • Ouro".to_owned(),
            description: "There is nothing at this address.".to_owned(),
            path: "/".to_owned(),
            image: super::view::default_image(),
            image_text: super::view::DEFAULT_IMAGE_TEXT.to_owned(),
            indexed: false,
            missing: true,
        }
    }

    /// Inserts the head into a page. A page without a place for it stays as it is.
    pub(super) fn insert_into(&self, page: &str, origin: Option<&Origin>) -> String {
        let parts = page.split_once(BEGIN).and_then(|(before, rest)| {
            let (_, after) = rest.split_once(END)?;
            Some((before, after))
        });
        match parts {
            Some((before, after)) => format!("{before}{}{after}", self.html(origin)),
            None => page.to_owned(),
        }
    }

    /// Returns the elements of the head. Addresses must be absolute, so they need the origin of the service.
    fn html(&self, origin: Option<&Origin>) -> String {
        let (title, description) = (escape(&self.title), escape(&self.description));
        let mut html = format!(
            "<title>{title}</title>\n    \
             <meta name=\"description\" content=\"{description}\" />\n    \
             <meta property=\"og:site_name\" content=\"Ouro\" />\n    \
             <meta property=\"og:type\" content=\"website\" />\n    \
             <meta property=\"og:title\" content=\"{title}\" />\n    \
             <meta property=\"og:description\" content=\"{description}\" />"
        );
        if !self.indexed {
            html.push_str("\n    <meta name=\"robots\" content=\"noindex\" />");
        }
        if let Some(origin) = origin {
            let origin = escape(&origin.to_string());
            let (path, image) = (escape(&self.path), escape(&self.image));
            let (width, height) = IMAGE_SIZE;
            let _ = write!(
                html,
                "\n    <link rel=\"canonical\" href=\"{origin}{path}\" />\n    \
                 <meta property=\"og:url\" content=\"{origin}{path}\" />\n    \
                 <meta property=\"og:image\" content=\"{origin}{image}\" />\n    \
                 <meta property=\"og:image:type\" content=\"image/png\" />\n    \
                 <meta property=\"og:image:width\" content=\"{width}\" />\n    \
                 <meta property=\"og:image:height\" content=\"{height}\" />\n    \
                 <meta property=\"og:image:alt\" content=\"{}\" />\n    \
                 <meta name=\"twitter:card\" content=\"summary_large_image\" />",
                escape(&self.image_text)
            );
        }
        html
    }
}

/// Escapes a text for the content of elements and attributes.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<head>\n    <!-- head -->\n    <title>Ouro</title>\n    <!-- /head -->\n    <script></script>\n</head>";

    fn hostile() -> Head {
        let text = "\"><script>alert('1')</script>&amp;".to_owned();
        Head {
            title: text.clone(),
            description: text.clone(),
            path: text.clone(),
            image: text.clone(),
            image_text: text,
            indexed: true,
            missing: false,
        }
    }

    #[test]
    fn no_text_can_leave_its_attribute_or_element() {
        let origin: Origin = "https://chess.example.org".parse().unwrap();
        let html = hostile().insert_into(PAGE, Some(&origin));
        assert_eq!(html.matches("<script").count(), 1, "{html}");
        assert!(!html.contains("alert('"), "{html}");
        let escaped = "&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;";
        assert!(html.contains(&format!("<title>{escaped}</title>")), "{html}");
        assert!(
            html.contains(&format!("<meta property=\"og:image:alt\" content=\"{escaped}\" />"))
        );
        assert!(html.contains(&format!(
            "<meta property=\"og:url\" content=\"https://chess.example.org{escaped}\" />"
        )));
    }

    #[test]
    fn the_head_replaces_that_of_the_page_and_nothing_else() {
        let html = Head::not_found().insert_into(PAGE, None);
        assert!(html.starts_with("<head>\n    <title>Page not found • Ouro</title>\n"), "{html}");
        assert!(html.ends_with(
            "<meta name=\"robots\" content=\"noindex\" />\n    <script></script>\n</head>"
        ));
        assert_eq!(html.matches("<title>").count(), 1);
        assert_eq!(Head::not_found().insert_into("<p>", None), "<p>");
    }

    #[test]
    fn addresses_need_the_origin_of_the_service() {
        let html = hostile().insert_into(PAGE, None);
        assert!(!html.contains("og:image") && !html.contains("canonical"), "{html}");
    }
}

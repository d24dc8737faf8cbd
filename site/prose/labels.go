package prose

// LinkCopied is said after the link of a state was copied.
const LinkCopied = "Link copied"

// Footer says where the numbers come from.
const Footer = "Every bit is computed in this page; nothing is sent anywhere."

// ThemeName is the label of the switch for a theme.
func ThemeName(theme string) string {
	switch theme {
	case "light":
		return "Theme: light"
	case "dark":
		return "Theme: dark"
	}
	return "Theme: auto"
}

/** The primary colour of the style sheet's light theme (src/styles/base.css): of sites whose content names no colour. */
export const PRIMARY = '#6733c9'

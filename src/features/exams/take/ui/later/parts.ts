/** What the exam screen shows later than a question: one file, so that all of it is there once some of it is. */
export { HelpDialog } from '../dialogs/HelpDialog.tsx'
export { SubmitDialog } from '../dialogs/SubmitDialog.tsx'
export { Elsewhere } from '../ending/Elsewhere.tsx'
export { Ended } from '../ending/Ended.tsx'
export { Finishing } from '../ending/Finishing.tsx'
export { Palette } from '../palette/Palette.tsx'
export { PaletteSheet } from '../palette/PaletteSheet.tsx'

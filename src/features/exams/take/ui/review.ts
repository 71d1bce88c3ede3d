/** What shows all questions and hands them in, with the help: fetched when the exam is begun to be used (Running.tsx). */
export { HelpDialog } from './dialogs/HelpDialog.tsx'
export { SubmitDialog } from './dialogs/SubmitDialog.tsx'
export { Palette } from './palette/Palette.tsx'
export { PaletteSheet } from './palette/PaletteSheet.tsx'

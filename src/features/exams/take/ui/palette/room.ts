import { useMediaQuery } from '#lib/browser/use-media-query.ts'

/** Whether there is room beside the question. Where there is none nothing is drawn there: papers have a hundred questions. */
export const useRoomBeside = (): boolean => useMediaQuery('(width >= 64rem)')

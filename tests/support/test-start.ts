import { indianTime } from '#lib/both/time/clock.ts'

/** When every test begins: a Monday, ten in the morning in India. */
export const TEST_START = indianTime(2026, 3, 2, 10)

import { Counter, Gauge } from 'prom-client'
import { registry } from '../metrics/metrics.ts'

const ahead = new Gauge({
  name: 'padavu_clock_ahead_seconds',
  help: "How far the machine's clock is from the time that the site goes by, either way; 0 while they agree.",
  aggregator: 'max',
  registers: [registry],
})

const steps = new Counter({
  name: 'padavu_clock_steps_total',
  help: "New times of the machine's clock that were taken over, by why they were believed.",
  labelNames: ['cause'] as const,
  registers: [registry],
})

for (const cause of ['postgres', 'quiet', 'accepted']) steps.inc({ cause }, 0)

/** Tells how far the clocks are apart. */
export const tellClock = (seconds: number) => ahead.set(Math.abs(seconds))

/** Counts a new time that was taken over. */
export const countClockStep = (cause: string) => steps.inc({ cause })

/** An event of Chromium's trace. Times are in microseconds. */
export interface TraceEvent {
  name: string
  /** `X`: an event with a duration. */
  ph: string
  pid: number
  tid: number
  /** When the event began. */
  ts: number
  dur?: number
  /** Processor time of its thread. Other programs on the machine hardly add to it. */
  tdur?: number
  args: { data?: { message?: string; documentLoaderURL?: string } }
}

type Work = 'script' | 'layout' | 'other'

/** Processor time of a page's main thread, in milliseconds. */
export type MainThreadTime = Record<Work | 'total' | 'longest', number>

/** Events that begin work of another kind than the event around them, as Lighthouse groups them. */
const workByEvent = new Map<string, Work>([
  ...['EvaluateScript', 'EventDispatch', 'FireAnimationFrame', 'FireIdleCallback', 'FunctionCall'].map(asScript),
  ...['MajorGC', 'MinorGC', 'RunMicrotasks', 'TimerFire', 'v8.compile', 'v8.evaluateModule'].map(asScript),
  ...['v8.compileModule', 'V8.Execute', 'v8.run', 'v8.callFunction', 'BlinkGC.AtomicPhase'].map(asScript),
  ...['Layout', 'UpdateLayoutTree', 'ParseAuthorStyleSheet'].map((name) => [name, 'layout'] as const),
  ...['ParseHTML', 'PrePaint', 'Paint', 'Layerize', 'Commit'].map((name) => [name, 'other'] as const),
])

function asScript(name: string) {
  return [name, 'script'] as const
}

/**
 * Adds up the work of the main thread of a page's last visit in a trace.
 * @param address the page's
 * @throws Error when the trace has no such visit
 */
export function mainThreadTime(trace: readonly TraceEvent[], address: string): MainThreadTime {
  const visit = trace.findLast(
    ({ name, args }) => name === 'navigationStart' && args.data?.documentLoaderURL === address,
  )
  if (!visit) throw new Error(`The trace has no visit of ${address}`)
  const events = trace
    .filter(({ ph, pid, tid, ts }) => ph === 'X' && pid === visit.pid && tid === visit.tid && ts >= visit.ts)
    .toSorted((one, other) => one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0))
  const time: MainThreadTime = { script: 0, layout: 0, other: 0, total: 0, longest: 0 }
  /** Events around the current one, the innermost last. */
  const around: { end: number; work: Work }[] = []
  for (const { name, ts, dur = 0, tdur = 0 } of events) {
    while (around.length > 0 && around.at(-1)!.end <= ts) around.pop()
    const outer = around.at(-1)
    if (!outer && name !== 'RunTask') continue
    const milliseconds = tdur / 1000
    const work = workByEvent.get(name) ?? outer?.work ?? 'other'
    time[work] += milliseconds
    if (outer) time[outer.work] -= milliseconds
    else {
      time.total += milliseconds
      time.longest = Math.max(time.longest, milliseconds)
    }
    around.push({ end: ts + dur, work })
  }
  return time
}

import { useEffect, useState } from 'react'
import { call } from '#lib/browser/call/call.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { choosePush, getPushSettings } from '../push.contract.ts'
import type { Kind } from '../notifications.rules.ts'
import { pushState, startPush, stopPush, type PushState } from '../push.browser.ts'

const LOADING_FAILED = 'The notification settings could not be loaded.'
const FAILED = 'That did not work. Please try again.'

const settings = loading(async (_: void, signal) => (await call(getPushSettings, { signal })).data)

/** What the part of the settings shows and does. Choices show at once and go back when the server does not take them. */
export function usePushSettings() {
  const state = useLoaded(settings)
  const key = state.is === 'shown' ? state.shown.public_key : ''
  const chosen = state.is === 'shown' ? state.shown.kinds : undefined
  const [device, setDevice] = useState<PushState>()
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)

  const known = chosen !== undefined
  useEffect(() => {
    if (known) pushState(key).then(setDevice, () => setProblem(LOADING_FAILED))
  }, [known, key])

  const switchDevice = async (on: boolean) => {
    setBusy(true)
    setProblem('')
    try {
      setDevice(on ? await startPush(key) : await stopPush())
    } catch {
      setProblem(FAILED)
    }
    setBusy(false)
  }

  const choose = async (kind: Kind, pushed: boolean) => {
    setProblem('')
    const put = (value: boolean) =>
      settings.change((before) => ({ ...before, kinds: { ...before.kinds, [kind]: value } }))
    put(pushed)
    try {
      await call(choosePush, { body: { kind, pushed } })
    } catch {
      put(!pushed)
      setProblem(FAILED)
    }
  }

  return {
    device,
    chosen,
    problem: state.is === 'failed' ? LOADING_FAILED : problem,
    busy,
    retry: settings.again,
    switchDevice,
    choose,
  }
}

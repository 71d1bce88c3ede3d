import { useCallback, useEffect, useState } from 'react'
import { call } from '#lib/browser/call/call.ts'
import { choosePush, getPushSettings, type PushChoices } from '../notifications.contract.ts'
import type { Kind } from '../notifications.rules.ts'
import { pushState, startPush, stopPush, type PushState } from '../push.browser.ts'

const LOADING_FAILED = 'The notification settings could not be loaded.'
const FAILED = 'That did not work. Please try again.'

/** What the part of the settings shows and does. Choices show at once and go back when the server does not take them. */
export function usePushSettings() {
  const [device, setDevice] = useState<PushState>()
  const [key, setKey] = useState('')
  const [chosen, setChosen] = useState<PushChoices>()
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)

  const load = useCallback(async () => {
    setProblem('')
    try {
      const { data } = await call(getPushSettings)
      setKey(data.public_key)
      setChosen(data.kinds)
      setDevice(await pushState(data.public_key))
    } catch {
      setProblem(LOADING_FAILED)
    }
  }, [])
  useEffect(() => {
    void load()
  }, [load])

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
    const put = (value: boolean) => setChosen((before) => before && { ...before, [kind]: value })
    put(pushed)
    try {
      await call(choosePush, { body: { kind, pushed } })
    } catch {
      put(!pushed)
      setProblem(FAILED)
    }
  }

  return { device, chosen, problem, busy, retry: load, switchDevice, choose }
}

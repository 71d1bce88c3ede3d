import { call } from '#lib/browser/call/call.ts'
import { $session } from '#lib/browser/session/session.ts'
import { keep } from '#lib/browser/device/storage.ts'
import { forgetPush, PUSH_SCOPE } from '#lib/browser/device/device-data.ts'
import { trustedScript } from '#lib/both/trusted.ts'
import { getPushSettings, subscribeToPush, unsubscribeFromPush } from './push.contract.ts'

/** Where this browser stands with pushed notifications. */
export type PushState = 'unsupported' | 'needs-home-screen' | 'blocked' | 'off' | 'on'

const WORKER = `${PUSH_SCOPE}worker.js`

/** Local storage key: the learner who wants notifications here. A log-out clears it with the rest. */
const WANTED_KEY = 'pushWanted'

const wanted = () => keep(() => localStorage.getItem(WANTED_KEY)) === String($session.get()?.id)

/**
 * Where this browser stands. One that is subscribed, or was when its browser or the server's key made that void, subscribes
 * again where it must, and tells the server again, which may have lost it or know it as somebody else's.
 */
export async function pushState(publicKey: string): Promise<PushState> {
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis) || !('Notification' in globalThis)) {
    // iOS has all three only in web applications that were added to the home screen.
    return isMobileApple(navigator) ? 'needs-home-screen' : 'unsupported'
  }
  if (Notification.permission === 'denied') return 'blocked'
  const worker = await navigator.serviceWorker.getRegistration(PUSH_SCOPE)
  const subscription = await worker?.pushManager.getSubscription()
  if (!worker || Notification.permission !== 'granted' || !(subscription || wanted())) return 'off'
  await subscribe(worker, publicKey)
  return 'on'
}

/**
 * Once a visit: subscribes this browser again where its subscription was lost or is for another key of the server, if the
 * learner who is logged in has it on here. Asks nothing of the learner.
 */
export async function checkPush(): Promise<void> {
  if (globalThis.Notification?.permission !== 'granted') return
  const worker = await navigator.serviceWorker?.getRegistration(PUSH_SCOPE)
  const subscription = await worker?.pushManager?.getSubscription()
  if (!worker || !(subscription || wanted())) return
  // Its scope has no page, so nothing else makes the browser look for a newer worker.
  worker.update().catch(() => {})
  const { public_key, subscribed } = (await call(getPushSettings)).data
  // A subscription may be left of somebody whose log-in ended here.
  if (subscribed || wanted()) await subscribe(worker, public_key)
}

/** True for an iPhone or iPad. One that asks for desktop pages says that it is a Mac, and no Mac has a touch screen. */
const isMobileApple = ({ userAgent, maxTouchPoints }: Navigator) =>
  /iphone|ipad/i.test(userAgent) || (/macintosh/i.test(userAgent) && maxTouchPoints > 1)

/** Asks the learner's permission, subscribes this browser and tells the server. Called by a click. */
export async function startPush(publicKey: string): Promise<PushState> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'off'
  const worker = await readyWorker()
  try {
    await subscribe(worker, publicKey)
  } catch (error) {
    // Otherwise the browser would wait for what nobody sends.
    await forgetPush()
    throw error
  }
  return 'on'
}

/** Subscribes with the server's key, unless the browser is, and tells the server. */
async function subscribe(worker: ServiceWorkerRegistration, publicKey: string): Promise<void> {
  let subscription = await worker.pushManager.getSubscription()
  if (subscription && !isFor(subscription, publicKey)) {
    await subscription.unsubscribe()
    subscription = null
  }
  subscription ??= await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(publicKey),
  })
  await tell(subscription)
  keep(() => localStorage.setItem(WANTED_KEY, String($session.get()?.id)))
}

/** Lets this browser go, and tells the server. */
export async function stopPush(): Promise<PushState> {
  const worker = await navigator.serviceWorker.getRegistration(PUSH_SCOPE)
  const subscription = await worker?.pushManager.getSubscription()
  if (subscription) await call(unsubscribeFromPush, { body: { endpoint: subscription.endpoint } })
  keep(() => localStorage.removeItem(WANTED_KEY))
  await forgetPush()
  return 'off'
}

async function tell(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON()
  await call(subscribeToPush, {
    body: { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } },
  })
}

/** Registers the worker and waits until it runs: `ready` waits for one that sees the page, and this one sees none. */
async function readyWorker(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register(trustedScript(WORKER), { scope: PUSH_SCOPE })
  const worker = registration.installing ?? registration.waiting
  if (!registration.active && worker) {
    await new Promise<void>((resolve, reject) => {
      worker.addEventListener('statechange', () => {
        if (worker.state === 'activated') resolve()
        if (worker.state === 'redundant') reject(new Error('The worker did not start'))
      })
    })
  }
  return registration
}

function isFor(subscription: PushSubscription, publicKey: string): boolean {
  const key = subscription.options.applicationServerKey
  if (!key) return true
  const [mine, given] = [bytesOf(publicKey), new Uint8Array(key)]
  return mine.length === given.length && mine.every((byte, at) => byte === given[at])
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

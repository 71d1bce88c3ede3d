import { describe, expect, it } from 'vitest'
import { deviceOf } from './profile.rules.ts'

describe('a device in plain words', () => {
  const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
  const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0'
  it.each([
    [`Mozilla/5.0 (Linux; Android 14; Pixel 8) ${chrome} Mobile Safari/537.36`, 'Chrome on Android', true],
    [`Mozilla/5.0 (Linux; Android 14; SM-X200) ${chrome} Safari/537.36`, 'Chrome on Android', false],
    [
      `Mozilla/5.0 (Linux; Android 13; SM-A1) ${chrome.replace('Chrome', 'SamsungBrowser/27.0 Chrome')} Mobile Safari/537.36`,
      'Samsung Internet on Android',
      true,
    ],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webkit} Version/18.0 Mobile/15E148 Safari/604.1`,
      'Safari on iPhone',
      true,
    ],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webkit} CriOS/140.0 Mobile/15E148 Safari/604.1`,
      'Chrome on iPhone',
      true,
    ],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/140.0.0.0`, 'Edge on Windows', false],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux', false],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.0 Safari/605.1.15`, 'Safari on Mac', false],
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome} Safari/537.36`, 'Chrome on ChromeOS', false],
    ['curl/8.5.0', 'Unknown device', false],
    ['', 'Unknown device', false],
  ])('%s', (userAgent, name, phoneSized) => {
    expect(deviceOf(userAgent)).toEqual({ name, phoneSized })
  })
})

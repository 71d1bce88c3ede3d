/** A browser that no library drives by itself, reduced to what the journeys need. */
export interface Driver {
  /** Opens a page and waits until it has loaded. A refused connection is no error. */
  open: (url: string) => Promise<void>
  reload: () => Promise<void>
  back: () => Promise<void>
  /**
   * Runs a function in the page, outside of the page's Content-Security-Policy.
   * @param source text of a function, async or not; it can use nothing but its arguments and the page
   * @throws Error with the page's message when the function throws
   */
  evaluate: (source: string, args: unknown[]) => Promise<unknown>
  /** Clicks with the mouse on the element that the function returns. */
  click: (source: string, args: unknown[]) => Promise<void>
  /** Sends keys to the focused element; special keys by their WebDriver code points. */
  press: (keys: string) => Promise<void>
  /** @returns the screen as PNG, base64 */
  screenshot: () => Promise<string>
  /** Continues inside of the frame that the function returns; without a function, in the page again. */
  enterFrame: (source?: string) => Promise<void>
  /** Uses another tab, closes it and continues in the tab before. */
  inNewTab: (use: () => Promise<void>) => Promise<void>
  close: () => Promise<void>
}

/** WebDriver's code points of keys that have no character. Source: https://www.w3.org/TR/webdriver2/#keyboard-actions */
export const keys = { enter: '\uE007' }

/** Milliseconds that a program or a page may take on a loaded machine. */
export const PATIENCE = 60_000

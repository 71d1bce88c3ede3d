/**
 * The checkout script of the payment sandbox: used like the real provider's (options, handler, modal.ondismiss,
 * payment.failed, retry), opening the sandbox's own page in a frame.
 */
;(() => {
  class SandboxCheckout {
    constructor(options) {
      this.options = options
      this.listeners = []
    }

    on(name, listener) {
      if (name === 'payment.failed') this.listeners.push(listener)
    }

    open() {
      const { options } = this
      const dialog = document.createElement('dialog')
      dialog.setAttribute('aria-label', 'Payment Sandbox')
      Object.assign(dialog.style, {
        width: 'min(26rem, 100%)',
        height: 'min(35rem, 100dvh)',
        maxWidth: 'none',
        maxHeight: 'none',
        margin: 'auto',
        padding: '0',
        border: '0',
        borderRadius: '12px',
        overflow: 'hidden',
        background: '#fff',
      })
      const frame = document.createElement('iframe')
      frame.title = 'Payment Sandbox'
      frame.src = `/sandbox/window.html?${new URLSearchParams({ order: options.order_id, name: options.name ?? '' })}`
      Object.assign(frame.style, { width: '100%', height: '100%', border: '0', display: 'block' })
      dialog.append(frame)
      document.body.append(dialog)

      const close = () => {
        removeEventListener('message', listen)
        dialog.close()
        dialog.remove()
      }
      const dismiss = () => {
        close()
        options.modal?.ondismiss?.()
      }
      const listen = ({ source, origin, data }) => {
        if (source !== frame.contentWindow || origin !== location.origin) return
        if (data.type === 'success') {
          close()
          options.handler?.(data.response)
        }
        if (data.type === 'failed') {
          for (const listener of this.listeners) listener({ error: data.error })
          // Without retry a failure ends the window, which counts as dismissed.
          if (options.retry?.enabled === false) dismiss()
        }
        if (data.type === 'dismiss') dismiss()
      }
      addEventListener('message', listen)
      dialog.addEventListener('cancel', (event) => {
        event.preventDefault()
        if (options.modal?.escape !== false) dismiss()
      })
      dialog.showModal()
    }
  }
  window.SandboxCheckout = SandboxCheckout
})()

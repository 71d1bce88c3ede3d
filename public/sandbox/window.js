;(() => {
  const params = new URLSearchParams(location.search)
  const order = params.get('order') ?? ''
  const by = (id) => document.getElementById(id)
  const buttons = [...document.querySelectorAll('[data-outcome]')]
  const tell = (message) => parent.postMessage(message, location.origin)
  const say = (text) => (by('status').textContent = text)
  const busy = (is) => buttons.forEach((button) => (button.disabled = is))
  const inr = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })

  by('seller').textContent = params.get('name') || 'Payment Sandbox'
  by('close').addEventListener('click', () => tell({ type: 'dismiss' }))
  addEventListener('keydown', ({ key }) => key === 'Escape' && tell({ type: 'dismiss' }))

  async function ask(path, init) {
    const response = await fetch(`/sandbox/orders/${encodeURIComponent(order)}${path}`, init)
    const reply = await response.json()
    if (!response.ok) throw new Error(reply.message)
    return reply
  }

  async function pay(outcome) {
    busy(true)
    say('Paying…')
    const given = Object.fromEntries(new FormData(by('choices')))
    try {
      const reply = await ask('/pay', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...given, delay: Number(given.delay), outcome }),
      })
      if (reply.error) {
        busy(false)
        say(`${reply.error.description} You can try again.`)
        tell({ type: 'failed', error: reply.error })
      } else if (reply.waiting) {
        say('Your bank has not confirmed the payment yet. You can close this window.')
        by('close').focus()
      } else tell({ type: 'success', response: reply })
    } catch (error) {
      busy(false)
      say(error.message || 'The sandbox cannot be reached.')
    }
  }

  // They come disabled, so that nothing is pressed in vain before this runs.
  for (const button of buttons) button.addEventListener('click', () => void pay(button.dataset.outcome))
  ask('')
    .then(({ amount, description }) => {
      by('amount').textContent = inr.format(amount / 100)
      by('description').textContent = description
      busy(false)
      buttons[0].focus()
    })
    .catch((error) => say(error.message || 'The sandbox cannot be reached.'))
})()

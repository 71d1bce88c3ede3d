import { useEffect, type RefObject } from 'react'
import { playerCommand, speedBeside, type VideoCommand } from '../player-keys.rules.ts'
import { $preferences, prefer } from '../player-preferences.store.ts'
import type { PlayerPort } from '../player-port.browser.ts'
import { toggleFullscreen } from './fullscreen.ts'

export interface PlayerKeys {
  stage: RefObject<HTMLElement | null>
  port: PlayerPort | undefined
  onHelp: () => void
  /** Says in a word what a key did. */
  onDone: (word: string) => void
}

/** The keyboard plays the video wherever the focus is, except where it writes or is in a dialog. */
export function usePlayerKeys({ stage, port, onHelp, onDone }: PlayerKeys): void {
  useEffect(() => {
    if (!port) return
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      const command = playerCommand(event, focusOf(event.target, stage.current), $preferences.get().letterKeys)
      if (!command) return
      event.preventDefault()
      if (command.do === 'fullscreen') toggleFullscreen(stage.current)
      else if (command.do === 'help') onHelp()
      else onDone(obey(port, command))
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [stage, port, onHelp, onDone])
}

const fields = 'input, textarea, select, [contenteditable=""], [contenteditable=true], [role=slider], audio'

function focusOf(target: EventTarget | null, stage: HTMLElement | null) {
  const element = target instanceof Element ? target : document.body
  return {
    writing: element.closest(fields) !== null || document.querySelector('dialog[open]') !== null,
    button: element.closest('button, a, summary, [role=tab]') !== null,
    player: stage?.contains(element) ?? false,
  }
}

/** @returns what was done, in a word; empty where the picture says it */
function obey(port: PlayerPort, command: VideoCommand): string {
  switch (command.do) {
    case 'toggle':
      if (port.paused) port.play().catch(() => {})
      else port.pause()
      return ''
    case 'skip':
      port.seek(port.currentTime + command.by)
      return `${command.by > 0 ? '+' : '−'}${Math.abs(command.by)} s`
    case 'mute':
      port.toggleMute()
      return 'Sound on or off'
    case 'volume':
      port.changeVolume(command.by)
      return command.by > 0 ? 'Louder' : 'Quieter'
    case 'captions':
      port.toggleCaptions?.()
      return port.toggleCaptions ? 'Captions on or off' : 'No captions'
    case 'faster':
    case 'slower': {
      const speed = speedBeside($preferences.get().speed, command.do === 'faster' ? 1 : -1)
      prefer({ speed })
      port.setSpeed(speed)
      return `${speed}×`
    }
  }
}

import { useEffect, useState, type RefObject } from 'react'

/**
 * The words of the captions at this moment, a line each. Drawn by us and not by the browser, which would put them under
 * our controls.
 */
export function useCaptions(track: RefObject<HTMLTrackElement | null>, shown: boolean): string[] {
  const [lines, setLines] = useState<string[]>([])
  useEffect(() => {
    const text = track.current?.track
    if (!text) return
    text.mode = shown ? 'hidden' : 'disabled'
    const read = () =>
      setLines(
        Array.from(text.activeCues ?? []).flatMap((cue) =>
          ((cue as VTTCue).getCueAsHTML().textContent ?? '').split('\n'),
        ),
      )
    text.addEventListener('cuechange', read)
    read()
    return () => text.removeEventListener('cuechange', read)
  }, [track, shown])
  return shown ? lines : []
}

import Player from '@vimeo/player'
import { playerEvents, type PlayerPort } from '../../player-port.browser.ts'

/**
 * Vimeo's player in our own frame: attached, not created, so that nothing is asked of vimeo.com but the frame itself.
 * Its answers come as messages, so time and duration are those of the last one. What it refuses, such as a speed the
 * owner's plan lacks, is left as it was.
 */
export function vimeoPort(frame: HTMLIFrameElement, captions: boolean): PlayerPort {
  const player = new Player(frame)
  const { on, emit } = playerEvents()
  const state = { currentTime: 0, duration: 0, paused: true }
  const refused = () => {}
  let shown = captions

  const told = ({ seconds, duration }: { seconds: number; duration: number }) => {
    state.currentTime = seconds
    state.duration = duration
  }
  player.on('play', (data) => {
    told(data)
    state.paused = false
    emit('play')
  })
  player.on('pause', (data) => {
    told(data)
    state.paused = true
    emit('pause')
  })
  player.on('timeupdate', (data) => {
    told(data)
    emit('timeupdate')
  })
  player.on('seeked', told)
  player.on('ended', (data) => {
    told(data)
    state.paused = true
    emit('ended')
  })
  // Only what keeps the video from playing; it also reports commands it did not like.
  player.ready().then(
    () => emit('ready'),
    () => emit('error'),
  )

  const showCaptions = async () => {
    if (!shown) return player.disableTextTrack()
    const [first] = await player.getTextTracks()
    if (first) await player.enableTextTrack(first.language, first.kind)
  }
  if (shown) showCaptions().catch(refused)

  return {
    play: () => player.play(),
    pause: () => void player.pause().catch(refused),
    get currentTime() {
      return state.currentTime
    },
    get duration() {
      return state.duration
    },
    get paused() {
      return state.paused
    },
    on,
    seek: (seconds) => void player.setCurrentTime(Math.max(0, seconds)).catch(refused),
    setSpeed: (speed) => void player.setPlaybackRate(speed).catch(refused),
    toggleMute: () => {
      player
        .getMuted()
        .then((muted) => player.setMuted(!muted))
        .catch(refused)
    },
    changeVolume: (by) => {
      player
        .getVolume()
        .then((volume) => player.setVolume(Math.max(0, Math.min(1, volume + by))))
        .catch(refused)
    },
    toggleCaptions: () => {
      shown = !shown
      showCaptions().catch(refused)
    },
    // Taking its frame away ends the player; destroy() would take the frame from under React.
    destroy: () => {
      player.off('play')
      player.off('pause')
      player.off('timeupdate')
      player.off('seeked')
      player.off('ended')
    },
  }
}

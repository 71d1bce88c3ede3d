/** iPhones know full screen for a video only. */
type OldVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void }

/** Fills the screen with the stage, controls included, or leaves it. */
export function toggleFullscreen(stage: HTMLElement | null): void {
  if (!stage) return
  // A browser may refuse; then the page stays as it is.
  if (document.fullscreenElement) void document.exitFullscreen().catch(() => {})
  else if (document.fullscreenEnabled) void stage.requestFullscreen().catch(() => {})
  else stage.querySelector<OldVideo>('video')?.webkitEnterFullscreen?.()
}

import { useDebouncedCallback } from '@mantine/hooks'

/** Tells what was typed after a pause, and not at all where the reader has gone to another page meanwhile: it would bring them back. */
export function useAfterPause(tell: (text: string) => void, pauseMs: number): (text: string) => void {
  const later = useDebouncedCallback((text: string, path: string) => {
    if (window.location.pathname === path) tell(text)
  }, pauseMs)
  return (text) => later(text, window.location.pathname)
}

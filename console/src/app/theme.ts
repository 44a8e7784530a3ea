import { createTheme, type MantineColorsTuple } from '@mantine/core'

/** The colour of a firebreak: burnt earth. Used for what asks for a person, and for nothing else. */
const ember: MantineColorsTuple = [
  '#fff2ea',
  '#fbe2d5',
  '#f3c1a8',
  '#ec9f77',
  '#e6814e',
  '#e26e34',
  '#c2410c',
  '#b03a0a',
  '#9c3207',
  '#862903',
]

export const theme = createTheme({
  colors: { ember },
  primaryColor: 'ember',
  primaryShade: { light: 6, dark: 7 },
  fontFamily: 'Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "JetBrains Mono", "SF Mono", Menlo, Consolas, "Liberation Mono", monospace',
  headings: {
    fontWeight: '650',
    sizes: { h1: { fontSize: '1.5rem' }, h2: { fontSize: '1.15rem' }, h3: { fontSize: '1rem' } },
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
})

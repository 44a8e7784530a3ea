import {
  Autocomplete,
  Combobox,
  type CSSVariablesResolver,
  createTheme,
  Drawer,
  type MantineColorsTuple,
  Modal,
  MultiSelect,
  Notification,
  SegmentedControl,
  Select,
  TagsInput,
} from '@mantine/core'
import { phrase } from '../language/phrase.ts'

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

/** A cross says nothing to a screen reader. */
const CLOSE_BUTTON = { 'aria-label': phrase('Close') }

/** Mantine heads its dialogs with a `<header>`, which a screen reader takes for a second banner of the page. */
const NO_BANNER = { header: { role: 'presentation' } }

/**
 * Drawn where the field stands, so that it belongs to the dialog or the part of the page that the field belongs to; and
 * what is scrolled can be reached by keys.
 */
const CHOICES = {
  defaultProps: {
    withScrollArea: false,
    comboboxProps: { withinPortal: false },
    attributes: { options: { tabIndex: 0 } },
  },
  classNames: { options: 'choices' },
}

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
  components: {
    // Choices nobody has opened are not drawn: a page may have a dozen of them.
    Combobox: Combobox.extend({ defaultProps: { keepMounted: false } }),
    Select: Select.extend(CHOICES),
    MultiSelect: MultiSelect.extend(CHOICES),
    Autocomplete: Autocomplete.extend(CHOICES),
    TagsInput: TagsInput.extend(CHOICES),
    Modal: Modal.extend({ defaultProps: { closeButtonProps: CLOSE_BUTTON, attributes: NO_BANNER } }),
    Drawer: Drawer.extend({ defaultProps: { closeButtonProps: CLOSE_BUTTON, attributes: NO_BANNER } }),
    Notification: Notification.extend({ defaultProps: { closeButtonProps: CLOSE_BUTTON } }),
    // Its letters would fade from one colour to the other also for whoever asked for no motion.
    SegmentedControl: SegmentedControl.extend({ defaultProps: { transitionDuration: 0 } }),
  },
})

/** Text of light badges and alerts on their own tint, dark enough to be read (4.5 : 1) in the light theme. */
const TEXT_ON_TINT = {
  red: '#a51111',
  orange: '#a33c00',
  yellow: '#7a4a00',
  lime: '#4a5f00',
  green: '#1f6b32',
  cyan: '#0b5f6d',
  blue: '#155a9c',
  violet: '#5f3dc4',
  gray: '#495057',
  ember: '#9c3207',
}

/** Mantine's own quiet greys and tinted texts are too faint for tired eyes, and for WCAG AA. */
export const readableColors: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': colors.gray[7],
    '--mantine-color-placeholder': colors.gray[7],
    '--mantine-color-error': TEXT_ON_TINT.red,
    '--mantine-color-red-outline': TEXT_ON_TINT.red,
    '--mantine-color-lime-outline': TEXT_ON_TINT.lime,
    '--mantine-color-red-filled': colors.red[9],
    '--mantine-color-red-filled-hover': colors.red[8],
    ...Object.fromEntries(
      Object.entries(TEXT_ON_TINT).map(([name, color]) => [`--mantine-color-${name}-light-color`, color]),
    ),
  },
  dark: {
    '--mantine-color-dimmed': colors.dark[1],
    '--mantine-color-placeholder': '#9c9c9c',
    '--mantine-color-error': colors.red[4],
    '--mantine-color-red-outline': colors.red[4],
    '--mantine-color-lime-outline': colors.lime[3],
    '--mantine-color-red-filled': colors.red[9],
    '--mantine-color-red-filled-hover': colors.red[8],
    ...Object.fromEntries(
      Object.keys(TEXT_ON_TINT).map((name) => [`--mantine-color-${name}-light-color`, colors[name]?.[2] ?? '']),
    ),
  },
})

import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './app/console.css'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Hints } from './app/hints.tsx'
import { keepFocus } from './app/keep-focus.ts'
import { queries } from './app/query-client.ts'
import { router } from './app/router.tsx'
import { readableColors, theme } from './app/theme.ts'
import { locale } from './language/language.ts'

/** The page forbids styles without this word; the service writes a new one into every page it serves. */
const styleNonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? ''
// The library that keeps the page still behind a dialog looks for the same word under this name.
Object.assign(window, { __webpack_nonce__: styleNonce })

document.documentElement.lang = locale ?? 'en'
keepFocus(router)

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={readableColors}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce}
    >
      {/* No wider than the column at the right, so that it hides no button of what is read. */}
      <Notifications position="bottom-right" containerWidth={340} />
      <Hints />
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)

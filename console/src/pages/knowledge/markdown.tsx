/**
 * Markdown as it is read. What people paste is text: HTML in it is shown and not made, links lead only where a browser
 * can go without running anything, and pictures are named instead of fetched from somewhere.
 */
import { Anchor, Typography } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { phrase } from '../../language/phrase.ts'
import { WIDE_MARKDOWN } from '../../parts/wide-markdown.tsx'

const SAFE_ADDRESS = /^(https?:\/\/|mailto:|#)/i
const PLUGINS = [remarkGfm]

type Props = {
  children: string
  /** False where strangers are quoted: a renderer makes a link of whatever looks like an address. */
  hasLinks?: boolean
}

export function Markdown({ children, hasLinks = true }: Props) {
  return (
    <Typography className="wrap-anywhere markdown">
      <ReactMarkdown remarkPlugins={PLUGINS} components={COMPONENTS} urlTransform={hasLinks ? safeAddress : noAddress}>
        {children}
      </ReactMarkdown>
    </Typography>
  )
}

function safeAddress(address: string): string | undefined {
  return SAFE_ADDRESS.test(address) ? address : undefined
}

function noAddress(): undefined {
  return undefined
}

const COMPONENTS: Components = {
  ...WIDE_MARKDOWN,
  // The page has its one heading already.
  h1: ({ children }) => <h2>{children}</h2>,
  h2: ({ children }) => <h3>{children}</h3>,
  h3: ({ children }) => <h4>{children}</h4>,
  h4: ({ children }) => <h5>{children}</h5>,
  h5: ({ children }) => <h6>{children}</h6>,
  a: ({ href, children }) => <SafeLink href={href}>{children}</SafeLink>,
  img: ({ src, alt }) => <PictureNote alt={alt ?? ''} src={typeof src === 'string' ? src : undefined} />,
  input: ({ checked }) => (
    <span aria-label={checked ? phrase('done') : phrase('to do')} role="img">
      {checked ? '☑ ' : '☐ '}
    </span>
  ),
}

function SafeLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  if (href === undefined) return <span>{children}</span>
  const outward: ComponentProps<'a'> = href.startsWith('#') ? {} : { target: '_blank', rel: 'noopener noreferrer' }
  return (
    <Anchor href={href} underline="always" {...outward}>
      {children}
    </Anchor>
  )
}

function PictureNote({ alt, src }: { alt: string; src: string | undefined }) {
  return <SafeLink href={src}>{phrase('[picture{alt}]', { alt: alt === '' ? '' : `: ${alt}` })}</SafeLink>
}

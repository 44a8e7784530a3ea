/** A long text, of which the beginning is shown until somebody asks for all of it. */
import './shortened.css'
import { Spoiler } from '@mantine/core'
import type { ReactNode } from 'react'
import { phrase } from '../language/phrase.ts'

/** `name` tells it from others of the page: each is a landmark. */
type Props = { name: string; maxHeight: number; children: ReactNode }

export function Shortened({ name, maxHeight, children }: Props) {
  return (
    <Spoiler
      className="shortened"
      maxHeight={maxHeight}
      showLabel={phrase('Show all of it')}
      hideLabel={phrase('Show less')}
      attributes={{ content: { 'aria-label': name } }}
    >
      {children}
    </Spoiler>
  )
}

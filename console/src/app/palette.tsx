/** Ctrl-K: everything that has an address, found by a few letters. */
import { Kbd, Modal, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue, useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { phrase } from '../language/phrase.ts'
import { isQuestionOpen } from '../parts/choosing.ts'
import { type Place, usePlaces } from './palette-places.ts'
import './palette.css'

const FIELD_ID = 'palette-words'

export function Palette() {
  const [isOpen, setIsOpen] = useState(false)
  const open = () => {
    if (isQuestionOpen()) return
    // At once, not after the next drawing: whoever opens it by a key writes on, and no letter may go to the page.
    flushSync(() => setIsOpen(true))
    document.getElementById(FIELD_ID)?.focus()
  }
  // Also while somebody writes: the way out of a field must not depend on the mouse.
  useHotkeys([['mod+K', open]], [])
  return (
    <>
      <PaletteDoor onOpen={open} />
      <Modal
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title={phrase('Go to')}
        size="lg"
        yOffset="10vh"
        // Over a sheet that is open; the field hears Escape by itself, so that the sheet stays.
        zIndex={300}
        transitionProps={{ duration: 0 }}
      >
        <Finder onClose={() => setIsOpen(false)} />
      </Modal>
    </>
  )
}

function PaletteDoor({ onOpen }: { onOpen: () => void }) {
  return (
    <UnstyledButton
      className="palette-door"
      data-palette-door
      onClick={onOpen}
      aria-keyshortcuts="Control+K"
      aria-label={phrase('Go to … {keys}', { keys: 'Ctrl K' })}
    >
      <IconSearch size={16} aria-hidden />
      <Text size="sm" className="muted palette-words" component="span">
        {phrase('Go to …')}
      </Text>
      <Kbd size="xs" className="palette-words">
        Ctrl K
      </Kbd>
    </UnstyledButton>
  )
}

const PAUSE_MS = 150

function Finder({ onClose }: { onClose: () => void }) {
  const [words, setWords] = useState('')
  // By its name, not by its place: what the search finds late comes in between, and must not move the choice.
  const [chosenId, setChosenId] = useState<string>()
  const [asked] = useDebouncedValue(words.trim(), PAUSE_MS)
  const { places, isFirstToCome } = usePlaces(words.trim(), asked)
  const navigate = useNavigate()
  const go = (place: Place | undefined) => {
    if (!place) return
    onClose()
    if (place.href !== undefined) window.location.assign(place.href)
    else void navigate(place.link)
  }
  const chosenAt = places.findIndex(({ id }) => id === chosenId)
  const chosen = Math.max(0, chosenAt)
  const { wish, forget } = useWish(isFirstToCome, () => go(places[0]))
  const move = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === 'Escape') onClose()
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      forget()
      setChosenId(places[(chosen + step + places.length) % Math.max(1, places.length)]?.id)
    }
    if (event.key !== 'Enter') return
    if (chosenAt < 0) wish()
    else go(places[chosen])
  }
  return (
    <>
      <TextInput
        id={FIELD_ID}
        aria-label={phrase('Page, incident, runbook, plugin or setting')}
        placeholder={phrase('Page, incident, runbook, plugin, setting')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={words}
        onChange={({ currentTarget }) => {
          setWords(currentTarget.value)
          setChosenId(undefined)
          forget()
        }}
        onKeyDown={move}
        data-mantine-stop-propagation
        role="combobox"
        aria-expanded
        aria-controls="palette-places"
        aria-activedescendant={places[chosen] ? `place-${chosen}` : undefined}
        data-autofocus
      />
      {places.length === 0 && !isFirstToCome && (
        <Text size="sm" className="muted" mt="sm" role="status">
          {phrase('Nothing of that name.')}
        </Text>
      )}
      <div
        role="listbox"
        id="palette-places"
        aria-label={phrase('Places')}
        className="palette-places"
        hidden={places.length === 0}
      >
        {places.map((place, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are heard by the field, which keeps the focus.
          <div
            key={place.id}
            id={`place-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            className="palette-place"
            onClick={() => go(place)}
          >
            <span className="wrap-anywhere">{place.label}</span>
            <Text size="xs" className="muted" component="span">
              {place.kind}
            </Text>
          </div>
        ))}
      </div>
    </>
  )
}

/** The keys of an input method choose among its own words. 229 is how browsers call the Enter that ends its work. */
function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === 229
}

/** Enter before the answer: what comes first is gone to once it is known, unless something else was wished meanwhile. */
function useWish(isToCome: boolean, go: () => void) {
  const [isWished, setIsWished] = useState(false)
  const isDue = isWished && !isToCome
  useEffect(() => {
    if (!isDue) return
    setIsWished(false)
    go()
  }, [isDue, go])
  return { wish: () => setIsWished(true), forget: () => setIsWished(false) }
}

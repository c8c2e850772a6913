import { useEffect } from 'react'
import { CommandPalette } from '../feedback/CommandPalette.tsx'
import { matchCommands } from '../feedback/matchCommands.ts'
import { useSession } from '../session/session.ts'
import { useStore } from '../state/store.ts'
import { pageCommands } from './commands.ts'
import { paletteCommands } from './paletteCommands.ts'
import { usePaletteFinds } from './paletteFinds.ts'
import { inputIsReady, paletteOpen, paletteText } from './paletteOpen.ts'

/** The command palette (Ctrl or ⌘ + K): filters while typing, Enter runs the selected command. */
export function Palette() {
  const session = useSession()
  const ofPage = useStore(pageCommands)
  const text = useStore(paletteText)
  const { finds, looking } = usePaletteFinds(text, session)
  useEffect(() => () => paletteText.set(''), [])
  return (
    <CommandPalette
      text={text}
      onText={(typed) => paletteText.set(typed)}
      commands={[...matchCommands(paletteCommands(session, ofPage), text), ...finds]}
      looking={looking}
      onOpened={inputIsReady}
      onClose={() => paletteOpen.set(false)}
    />
  )
}

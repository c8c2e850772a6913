import { makeStore } from './store.ts'

/** Light, dark, or the system’s preference. */
export type Theme = 'system' | 'light' | 'dark'

const key = 'theme'

function read(): Theme {
  try {
    const saved = localStorage.getItem(key)
    return saved === 'light' || saved === 'dark' ? saved : 'system'
  } catch {
    return 'system'
  }
}

export const theme = makeStore<Theme>('system')

function apply(): void {
  const present = theme.get()
  if (present === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = present
}

/** Chooses the theme and saves it on this device. */
export function setTheme(chosen: Theme): void {
  theme.set(chosen)
  apply()
  try {
    localStorage.setItem(key, chosen)
  } catch {
    // storage is unavailable: the choice lasts until the page is unloaded
  }
}

/** Applies the saved theme; called before the first render. */
export function startTheme(): void {
  theme.set(read())
  apply()
}

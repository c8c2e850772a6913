import type { Page } from '@playwright/test'
import type { ScreenToSee } from './screens.ts'

/** All texts 40 % longer, as another language would have them. */
export async function longWords(page: Page): Promise<void> {
  await page.route(/\/(?:locales|assets|messages)\/[^?]*es[^/]*\.json/, async (route) => {
    const response = await route.fetch()
    const longer = (text: string): string => text + ' lörem ïpsum dölor sït ämet cönsectetur'.slice(0, Math.ceil(text.length * 0.4))
    const words = (await response.json()) as Record<string, string | { one: string; other: string }>
    const said = Object.fromEntries(
      Object.entries(words).map(([key, text]) => [
        key,
        typeof text === 'string' ? longer(text) : { one: longer(text.one), other: longer(text.other) },
      ]),
    )
    await route.fulfill({ response, json: said })
  })
}

/** As it opens: what is typed and pressed is named in the real language. */
export const asItOpens = ({ name, path, dialog = false }: ScreenToSee): ScreenToSee => ({ name, path, dialog })

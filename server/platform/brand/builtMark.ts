import type { BuiltMark } from '#domain/platform/brandLook'

/** The awning: the mark of every brand that has no icon of its own. */
export const builtMark: BuiltMark = {
  cloth: 'M3.5 3h19L25 10h-6v2.4a3 3 0 0 1-6 0V10H7v2.4a3 3 0 0 1-6 0V10z',
  stripes: 'M7 10h6v2.4a3 3 0 0 1-6 0zM19 10h6v2.4a3 3 0 0 1-6 0z',
  front: 'M4 18.6V23h18v-4.4',
}

type MarkColours = { cloth: string; stripes: string; front: string; dashed?: true }

/** Test mode is purple and dashed, whatever the brand. */
export const sandboxColours: MarkColours = { cloth: '#7c3a94', stripes: '#d9b8e6', front: '#7c3a94', dashed: true }

/** The mark in a brand's colours. */
export const markColours = (colours: Readonly<Record<string, string>>): MarkColours => ({
  cloth: colours['blue-600'] ?? '#1f4fc4',
  stripes: colours['blue-200'] ?? '#b9cdfb',
  front: colours['gray-600'] ?? '#7a756d',
})

/** The mark as an SVG file. */
export const markSvg = ({ cloth, stripes, front, dashed }: MarkColours): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 26 26"><path d="${builtMark.cloth}" fill="${cloth}"/><path d="${builtMark.stripes}" fill="${stripes}"/><path d="${builtMark.front}" fill="none" stroke="${front}" stroke-width="2"${dashed ? ' stroke-dasharray="3 3"' : ''} stroke-linecap="round" stroke-linejoin="round"/></svg>`

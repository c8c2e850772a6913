import { expect, test } from 'vitest'
import { fittingName } from './fittingName.ts'

test('a bar has the longest name that it holds, else as many initials as it holds', () => {
  const names = ['Ana Ribera Núñez 45 %', 'Ana Ribera Núñez']
  const fitting = (roomPx: number) => fittingName(names, roomPx)
  expect([400, 150, 68, 32, 10, 0].map(fitting)).toEqual(['Ana Ribera Núñez 45 %', 'Ana Ribera Núñez', 'ARN', 'AR', '', ''])
  expect(fittingName(['«Élite» 7 S.L.'], 60)).toBe('ÉS')
  // Capitals are wider.
  expect([120, 140].map((roomPx) => fittingName(['MARINA GESTION'], roomPx))).toEqual(['MG', 'MARINA GESTION'])
})

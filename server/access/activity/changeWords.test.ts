import { expect, it } from 'vitest'
import { hasText } from '../../platform/calls/messages.ts'
import { changesOf } from './changeTexts.ts'
import { shownFields } from './shownFields.ts'

const nobody = new Map<string, string>()
const wordsOf = (before: Record<string, unknown> | null, after: Record<string, unknown> | null, names = nobody) =>
  changesOf({ before, after }, names).map(({ field, before: was, after: is }) =>
    `${field}: ${was ?? '–'} → ${is ?? '–'}`.replaceAll('\u00a0', ' '),
  )

it('changesOf words a change with the labels of its own room', () => {
  expect(
    wordsOf({ state: 'draft', budgetCents: null }, { state: 'scheduled', budgetCents: 50_000, endsAt: '2026-12-31T23:00:00.000Z' }),
  ).toEqual(['Estado: Borrador → Programada', 'Presupuesto: – → 500,00 €', 'Último día: – → 31.12.2026'])
  expect(wordsOf({ state: 'pending_review' }, { state: 'cooling', newDevice: true })).toEqual([
    'Estado: Pendiente de revisión → Aprobada, en espera',
    'Pedida desde un dispositivo nuevo: – → sí',
  ])
  expect(wordsOf({ state: 'answered' }, { state: 'closed' })).toEqual(['Estado: Respondida → Cerrada'])
  expect(wordsOf({ status: 'suspended' }, { status: 'active' })).toEqual(['Estado: Suspendida → Activa'])
  expect(wordsOf(null, { kind: 'private', lastFour: 'a1b2', overlapHours: 24 })).toEqual([
    'Tipo: – → Clave privada',
    'Clave acabada en: – → a1b2',
    'Horas con las dos claves: – → 24',
  ])
  expect(wordsOf(null, { fields: ['name', 'address.city'], type: 'signatory_dni', side: 'front' })).toEqual([
    'Datos: – → Razón social, Localidad',
    'Tipo: – → DNI/NIE del firmante (ambas caras)',
    'Cara: – → Anverso',
  ])
  expect(wordsOf(null, { accessUntil: '2026-08-31', percentage: 2_550, secondFactor: 'added' })).toEqual([
    'Acceso hasta: – → 31.08.2026',
    'Participación: – → 25,5 %',
    'Segundo factor: – → añadido',
  ])
})

it('changesOf leaves out what has no words for people: codes, ids without a name, fields that are not shown', () => {
  const id = '0'.repeat(32)
  expect(
    wordsOf(null, { refund: id, note: id, statusReason: 'capture_required', key: 'capture:1', toString: 'x', substatus: 'nowhere' }),
  ).toEqual([])
  expect(wordsOf(null, { secondOwner: id }, new Map([[id, 'Ana Soler']]))).toEqual(['La aprobó: – → Ana Soler'])
  expect(wordsOf(null, { sandboxOnly: false, invited: true })).toEqual(['Invitada: – → sí'])
  expect(wordsOf({ disabled: true }, { disabled: false })).toEqual(['Desactivada: sí → no'])
  expect(wordsOf({ state: 'pending_review', name: 'A' }, { newDevice: true })).toEqual(['Pedida desde un dispositivo nuevo: – → sí'])
  expect(wordsOf({ name: 'A' }, null)).toEqual(['Nombre: A → –'])
  expect(wordsOf(null, { shops: [id, '1'.repeat(32)] }, new Map([[id, 'Tienda Gran Vía']]))).toEqual(['Tiendas: – → 2'])
})

it('every field shown has a label, and every message prefix exists', () => {
  expect(Object.values(shownFields).filter(({ label }) => !hasText(label))).toEqual([])
})

import type { DeadlineTone } from './DeadlineRing.tsx'
import type { StatusKind } from './StatusGlyph.tsx'

type GalleryRow = {
  name: string
  order: string
  at: [string, string]
  kind: StatusKind
  state: string
  why: string
  due?: string
  dueDetail?: string
  tone?: DeadlineTone
  left?: number
  cents: number
  net: number | null
  netDetail?: string
  faded?: boolean
}

/** Operations in every state, for the gallery only. */
export const galleryRows: GalleryRow[] = [
  {
    name: 'Lucía Ferrándiz Osuna',
    order: 'PED-10498',
    at: ['19.11.2026', '10:31'],
    kind: 'customer',
    state: 'Pendiente del cliente',
    why: 'Ha abierto el enlace',
    due: 'Hoy, 11:31',
    dueDetail: 'quedan 49 min',
    tone: 'now',
    left: 0.82,
    cents: 14990,
    net: 14500,
    netDetail: 'Prevista',
  },
  {
    name: 'Iker Zabaleta Ruiz',
    order: 'PED-10497',
    at: ['19.11.2026', '09:12'],
    kind: 'merchant',
    state: 'Pendiente de la tienda',
    why: 'Falta tu confirmación',
    due: 'Mañana, 09:12',
    dueDetail: 'quedan 22 h',
    tone: 'soon',
    left: 0.94,
    cents: 124500,
    net: 120697,
    netDetail: 'Prevista',
  },
  {
    name: 'Noa Castiñeira Lago',
    order: 'PED-10493',
    at: ['18.11.2026', '19:47'],
    kind: 'accepted-filled',
    state: 'Pago en proceso',
    why: '1 de 4 pagada',
    due: '18.12.2026',
    dueDetail: 'próxima cuota',
    cents: 12990,
    net: 12340,
    netDetail: 'Liquidada hoy',
  },
  {
    name: 'Andrés Pomar Vidal',
    order: 'PED-10490',
    at: ['18.11.2026', '12:20'],
    kind: 'rejected',
    state: 'Rechazada',
    why: 'Ofrece otro medio de pago',
    cents: 78000,
    net: null,
    faded: true,
  },
  {
    name: 'Hugo Berrocal Sanz',
    order: 'PED-10482',
    at: ['16.11.2026', '11:38'],
    kind: 'stopped',
    state: 'Detenida por el cliente',
    why: 'El enlace caducó',
    cents: 34900,
    net: null,
    faded: true,
  },
  {
    name: 'Greta Solís Navas',
    order: 'PED-10466',
    at: ['10.11.2026', '09:50'],
    kind: 'accepted-paused',
    state: 'Pago suspendido',
    why: 'Devuelta',
    cents: 5995,
    net: -36,
    netDetail: 'LIQ-2026-000210',
  },
  {
    name: 'Bruno Etxeberria Paz',
    order: 'PED-10455',
    at: ['05.11.2026', '16:33'],
    kind: 'accepted-outlined',
    state: 'Pago completado',
    why: 'Pagada antes de plazo',
    cents: 7450,
    net: 7152,
    netDetail: 'LIQ-2026-000204',
  },
]

export const galleryChips = [
  ['Pago en proceso', 5],
  ['Pago completado', 1],
  ['Pago suspendido', 1],
  ['Pendiente de la tienda', 3],
  ['Pendiente del cliente', 1],
  ['Detenida por la tienda', 0],
] as const

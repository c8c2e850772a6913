import { argon2Sync } from 'node:crypto'
import type { Role } from '#domain/access/roles'
import { phcText, productCost } from '../platform/database/passwordCost.ts'

/** The password hash that all personas share, with the product's cost. Its salt is fixed, so that a seed is reproducible. */
export function demoPasswordHash(password: string): string {
  const salt = Buffer.from('trastienda-demo!')
  return phcText(productCost, salt, argon2Sync('argon2id', { ...productCost, message: password, nonce: salt }))
}

/** A demo user. `shop` is the first shop shown; `note` says in Spanish what this persona demonstrates. */
export type Persona = { email: string; role: Role; firstName: string; lastName: string; shop: string | null; note: string }

export const bigShopName = 'Casa Ribera Hogar'
export const warehouseName = 'Gran almacén de pruebas'

type Row = readonly [email: string, role: Role, firstName: string, lastName: string, shop: string | null, note: string]

const rows: readonly Row[] = [
  [
    'owner.empresa',
    'owner',
    'Ana',
    'Ribera Núñez',
    bigShopName,
    'Titular de una empresa con tres tiendas; la primera, con año y medio de ventas',
  ],
  ['admin.empresa', 'admin', 'Íñigo', 'Goikoetxea Sanz', bigShopName, 'Administra la empresa sin ser titular'],
  ['editor.empresa', 'editor', 'Lucía', 'Peña Domínguez', bigShopName, 'Trabaja con operaciones; devuelve hasta 1.000 €'],
  ['guest.empresa', 'guest', 'Óscar', 'Muñoz Etxeberria', bigShopName, 'Solo consulta; ve teléfonos y documentos tapados'],
  ['owner.autonomo', 'owner', 'Joaquín', 'Ñíguez Blanco', 'Bicis Ñandú', 'Autónomo con una tienda'],
  ['admin.autonomo', 'admin', 'Nerea', 'Aguirre Cano', 'Bicis Ñandú', 'Administra la tienda de un autónomo'],
  ['editor.autonomo', 'editor', 'Rubén', 'Castro Vidal', 'Bicis Ñandú', 'Trabaja con operaciones en la tienda de un autónomo'],
  ['guest.autonomo', 'guest', 'Begoña', 'Sáinz Prieto', 'Bicis Ñandú', 'Solo consulta en la tienda de un autónomo'],
  ['pendiente', 'owner', 'Martín', 'Quiñones Vega', 'Óptica Mirador', 'Su tienda espera la aprobación'],
  ['rechazada', 'owner', 'Amparo', 'Lledó Sanchis', null, 'Su tienda no se aprobó: por qué, y a quién escribir'],
  ['desactivada', 'owner', 'Araceli', 'Bermúdez Gil', 'Moda Alameda', 'Cuenta desactivada: devuelve, pero no vende'],
  ['onboarding', 'owner', 'Efrén', 'Ordóñez Marín', null, 'Autónomo que tiene que terminar el alta'],
  ['onboarding.empresa', 'owner', 'Regina', 'Cabanillas Soto', null, 'Empresa a mitad del alta: le faltan titulares y documentos'],
  ['sintiendas', 'owner', 'Candela', 'Ferrer Puig', null, 'Cuenta sin ninguna tienda'],
  ['dostiendas', 'owner', 'Germán', 'Peláez Iglesias', 'Patines del Norte', 'Dos tiendas; prefiere la segunda'],
  ['gestoria', 'editor', 'Pilar', 'Asenjo Marco', 'Bicis Ñandú', 'Gestora de dos empresas: entra una vez y cambia de cuenta'],
]

/** The demo users, in the order in which they are offered. They exist only if demo data was requested. */
export const personas: readonly Persona[] = rows.map(([name, role, firstName, lastName, shop, note]) => ({
  email: `${name}@demo.test`,
  role,
  firstName,
  lastName,
  shop,
  note,
}))

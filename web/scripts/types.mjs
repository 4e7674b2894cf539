// Writes the types of the interface, from the documents of the server: `npm run types`, or `npm run types -- http://127.0.0.1:8080` for
// those of a server that runs. The documents in api/ are compared with the server by a test of crates/server.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import openapiTS, { astToString } from 'openapi-typescript'

const [server] = process.argv.slice(2)
const folder = new URL('../api/', import.meta.url)
const made = new URL('../src/api/made/', import.meta.url)

async function document(name) {
  if (server === undefined) return JSON.parse(await readFile(new URL(name, folder), 'utf8'))
  const answer = await fetch(new URL(`/api/v1/${name}`, server))
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`)
  const said = await answer.json()
  await writeFile(new URL(name, folder), JSON.stringify(said, null, 2) + '\n')
  return said
}

/** The messages are a JSON Schema; as components of a document that has no paths they are read like the rest. */
function asComponents(schema) {
  const text = JSON.stringify(schema.$defs).replaceAll('#/$defs/', '#/components/schemas/')
  return { openapi: '3.1.0', info: { title: schema.title, version: '1' }, paths: {}, components: { schemas: JSON.parse(text) } }
}

/** What is not there is left out by the server, never null, though its document allows both. Where somebody asks (`…In`) null may mean something. */
function leftOut(document) {
  for (const [name, schema] of Object.entries(document.components.schemas)) if (!name.endsWith('In')) withoutNull(schema)
  return document
}

function withoutNull(schema) {
  if (typeof schema !== 'object' || schema === null) return
  if (Array.isArray(schema.type)) schema.type = schema.type.length === 2 ? schema.type.find((one) => one !== 'null') : schema.type
  for (const way of ['oneOf', 'anyOf']) {
    if (!Array.isArray(schema[way])) continue
    const rest = schema[way].filter((one) => one.type !== 'null')
    if (rest.length === 1 && schema[way].length === 2) {
      delete schema[way]
      Object.assign(schema, rest[0])
    }
  }
  for (const part of Object.values(schema)) withoutNull(part)
}

await mkdir(made, { recursive: true })
const http = await openapiTS(leftOut(await document('openapi.json')))
const live = await openapiTS(leftOut(asComponents(await document('messages.json'))))
await writeFile(new URL('http.ts', made), astToString(http))
await writeFile(new URL('live.ts', made), astToString(live))

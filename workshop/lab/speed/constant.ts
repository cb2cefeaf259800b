/** A bare Fastify that sends the page at PAGE as a constant string, as the upper bound for rendering. */
import fastify from 'fastify'

const page = await (await fetch(String(process.env.PAGE))).text()
const app = fastify()
app.get('/', (_request, reply) => {
  reply.type('text/html; charset=utf-8')
  return page
})
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))

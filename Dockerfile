# docs/operating.md says which parts of this were tested, and how to pin the image below to a digest.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
# The image already has Node, and no package needs an install script.
RUN npm ci --ignore-scripts
COPY . .
RUN node workshop/build/build.ts && node workshop/build/image.ts /image

FROM node:24-bookworm-slim
# The threshold makes the allocator return freed memory, so an idle process uses a fifth less.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 MALLOC_TRIM_THRESHOLD_=131072
WORKDIR /app
COPY --from=build /image ./
# The code that Node compiles at startup. It's cached in the image, because the root may be read-only.
ENV NODE_COMPILE_CACHE=/app/.compiled
RUN mkdir .compiled && chown node .compiled
USER node
RUN node --input-type=module -e "for (const name of ['app', 'start/run', 'db/connection/postgres']) await import('/app/src/server/' + name + '.ts')"
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/healthz').then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/server/start/main.ts"]

# The client is built with Node, the service runs on Python alone.
FROM node:20-slim AS client
WORKDIR /hexfog/web
COPY web/package.json web/package-lock.json web/.npmrc ./
RUN npm ci --no-audit --no-fund
COPY web ./
RUN npm run build

FROM python:3.11-slim
RUN useradd --create-home hexfog
WORKDIR /hexfog
COPY requirements/run.txt requirements/run.txt
RUN pip install --no-cache-dir --require-hashes -r requirements/run.txt
COPY alembic.ini ./
COPY migrations migrations
COPY engine engine
COPY app app
COPY scenarios scenarios
COPY --from=client /hexfog/web/dist web/dist
RUN python -m compileall -q engine app migrations && mkdir /data && chown hexfog /data
USER hexfog
ENV HOST=0.0.0.0 PORT=8000 HEXFOG_DATA=/data
EXPOSE 8000
VOLUME /data
HEALTHCHECK --interval=10s --start-period=60s \
  CMD ["python", "-c", "import os, urllib.request; urllib.request.urlopen(f'http://127.0.0.1:{os.environ[\"PORT\"]}/readyz', timeout=5)"]
CMD ["python", "-m", "app"]

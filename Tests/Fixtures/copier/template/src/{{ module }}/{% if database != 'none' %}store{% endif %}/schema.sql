create table if not exists event (
  id integer primary key,
  happened text not null
);

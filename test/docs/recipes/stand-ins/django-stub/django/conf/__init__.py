class Settings:
    def configure(self, **values):
        self.__dict__.update(values)


settings = Settings()
